#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Attention Lab authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs exported programs and compares every variable that has the name of a stage.

    run_programs.py FOLDER [--change]

For each NAME.py in the folder there is a NAME.json with "stages". With --change the programs are not
compared: each number of X is changed in turn, and every such program has to raise its ValueError.
Prints one line for each program that is wrong, and the count of the others.
"""
import ast
import contextlib
import glob
import io
import json
import os
import sys
import warnings

import numpy as np

WORDS = {"NaN": np.nan, "Infinity": np.inf, "-Infinity": -np.inf}
CALL = "# torch.nn.functional.scaled_dot_product_attention("


def run(source, name):
    variables = {"__name__": "program"}  # code behind a main guard would not run
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        handling = np.geterr()
        try:
            exec(compile(source, name, "exec"), variables)
        finally:
            np.seterr(**handling)
    return variables


def matrix(stage):
    rows = [[WORDS[x] if isinstance(x, str) else x for x in row] for row in stage["values"]]
    return np.array(rows, dtype=float).reshape(stage["shape"])


def stages_of(path):
    """id -> (rows, columns), or (heads, rows, columns) for what each head has."""
    stages = {}
    with open(path, encoding="utf-8") as file:
        for stage in json.load(file)["stages"]:
            stages.setdefault(stage["id"], []).append((stage.get("head"), matrix(stage)))
    return {
        name: heads[0][1] if heads[0][0] is None else np.array([m for _, m in heads])
        for name, heads in stages.items()
    }


def difference(name, found, expected):
    found = np.array(found, dtype=float)
    if found.shape != expected.shape:
        return f"shape {found.shape}, expected {expected.shape}"
    largest = np.abs(expected[np.isfinite(expected)]).max(initial=1e-300)
    with np.errstate(all="ignore"):
        away = ~((found == expected) | (np.abs(found - expected) <= 1e-12 * largest)
                 | (np.isnan(found) & np.isnan(expected)))
        if away.any():
            at = tuple(int(i) for i in np.argwhere(away)[0])
            return f"{found[at]!r} at {at}, expected {expected[at]!r}"
        if name == "weights" and np.any(found[expected == 0] != 0):
            return "a weight that is exactly 0 is not"
    return None


def documented_call(query, key, value, attn_mask=None, is_causal=False, scale=None):
    """What PyTorch's manual says that its function computes, for one that has none (before 2.0)."""
    import torch

    n, m = query.shape[-2], key.shape[-2]
    allowed, bias = torch.ones(n, m, dtype=torch.bool), 0
    if is_causal:
        allowed = allowed.tril()
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        allowed = attn_mask
    elif attn_mask is not None:
        bias = attn_mask
    scores = query @ key.transpose(-2, -1) * (query.shape[-1] ** -0.5 if scale is None else scale)
    scores = (scores + bias).masked_fill(~allowed, float("-inf"))
    empty = (scores == float("-inf")).all(dim=-1, keepdim=True)
    return torch.softmax(scores, dim=-1).masked_fill(empty, 0) @ value  # zeros: since 2.5


def call_of_library(source, variables):
    """The call in a comment gives the head outputs too."""
    for line in source.splitlines():
        if line.startswith(CALL):
            functions = variables["torch"].nn.functional
            function = getattr(functions, "scaled_dot_product_attention", documented_call)
            found = eval("function(" + line[len(CALL):], {**variables, "function": function})
            return difference("head_output", found, np.array(variables["head_output"]))
    return None


def compared(path):
    with open(path, encoding="utf-8") as file:
        source = file.read()
    try:
        variables = run(source, path)
    except Exception as error:  # whatever the program does wrong is what we want to read
        return f"{type(error).__name__}: {error}"
    for name, expected in stages_of(path[:-2] + "json").items():
        if name not in variables:
            return f"there is no variable {name}"
        if why := difference(name, variables[name], expected):
            return f"{name}: {why}"
    if why := call_of_library(source, variables):
        return f"the library's own call: {why}"
    return None


def changed(path):
    """Each number of X moved by a half: the program notices."""
    with open(path, encoding="utf-8") as file:
        source = file.read()
    tree = ast.parse(source)
    (matrix_of_x,) = [statement.value for statement in tree.body if isinstance(statement, ast.Assign)
                      and ast.unparse(statement.targets[0]) == "X"]
    numbers = [node for node in ast.walk(matrix_of_x) if isinstance(node, ast.Constant)
               and isinstance(node.value, (int, float))]
    for number in numbers:
        value = number.value
        number.value = value + 0.5
        try:
            run(tree, path)
            return f"nothing is raised when {value} in line {number.lineno} is changed"
        except ValueError as error:
            if "is not what Attention Lab computed" not in str(error):
                return f"ValueError: {error}"
        finally:
            number.value = value
    return None


def main():
    check = changed if "--change" in sys.argv[2:] else compared
    right = 0
    for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.py"))):
        why = check(path)
        if why:
            print(f"{os.path.basename(path)}: {why}")
        else:
            right += 1
    print(right)


main()
