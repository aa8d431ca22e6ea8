#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Attention Lab authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The installed tree runs by itself, from anywhere.
#   installed_tree.sh CMAKE BUILD_DIR LEVELS(ON|OFF)
set -euo pipefail
cmake=$1 build=$2 levels=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "FAIL: $*"; exit 1; }

"$cmake" --install "$build" --prefix "$scratch/first" >/dev/null
mkdir "$scratch/another place"
mv "$scratch/first" "$scratch/another place/usr"
usr="$scratch/another place/usr"
program=$usr/bin/attention-lab

for file in share/applications/attention-lab.desktop share/mime/packages/attention-lab.xml \
    share/icons/hicolor/scalable/apps/attention-lab.svg share/doc/attention-lab/LICENSE \
    share/metainfo/io.github.attention_lab.AttentionLab.metainfo.xml; do
    [[ -s $usr/$file ]] || fail "$file is not installed"
done
xmllint --noout "$usr"/share/metainfo/*.xml "$usr"/share/mime/packages/*.xml \
    "$usr"/share/icons/hicolor/scalable/apps/*.svg

# Build folders have no place in what is installed, nor has the current folder.
runpath=$(readelf -d "$program" | sed -n 's/.*RUNPATH.*\[\(.*\)\]/\1/p')
[[ $runpath == \$ORIGIN/../lib*/attention-lab ]] || fail "RUNPATH is '$runpath'"

core_of() { # TUNABLES: which copy of the core the loader takes
    GLIBC_TUNABLES=$1 LD_TRACE_LOADED_OBJECTS=1 "$program" | sed -n 's/.*libattention_core.so.0 => \(.*\) (0x.*/\1/p'
}
baseline=$(core_of glibc.cpu.hwcaps=-AVX2)
[[ $baseline == "$scratch/another place"/* && $baseline != *glibc-hwcaps* ]] || fail "at baseline the core is '$baseline'"
if [[ $levels == ON ]]; then
    for level in v3 v4; do
        [[ -s ${baseline%/*}/glibc-hwcaps/x86-64-$level/libattention_core.so.0 ]] || fail "no core for $level"
    done
    best=$(/lib64/ld-linux-x86-64.so.2 --help | sed -n 's/^ *x86-64-\(v[34]\) (supported.*/\1/p' | head -n 1)
    [[ -z $best || $(core_of '') == */glibc-hwcaps/x86-64-$best/* ]] || fail "at $best the core is '$(core_of '')'"
fi

# A copy that shows Eigen's inline code would lend it to the program, compiled for another processor.
while IFS= read -r -d '' core; do
    shown=$(nm -DC --defined-only "$core" | grep ' [WVu] .*Eigen' || true)
    [[ -z $shown ]] || fail "$core shows $shown"
done < <(find "$usr" -name 'libattention_core.so*' -print0)

cd /
clean=(env -i PATH=/usr/bin:/bin HOME="$scratch" LC_ALL=C.UTF-8)
"${clean[@]}" "$program" --version | grep -F 'attention-lab' || fail "--version"
"${clean[@]}" "$program" trace example:abc-scaled >"$scratch/trace" || fail "trace example:abc-scaled"
grep -q 0.187 "$scratch/trace" || fail "the trace has no weight of 0.187"
