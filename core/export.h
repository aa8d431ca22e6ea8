// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Marks what the shared core library shows; everything else stays hidden, so that the code of one
// x86-64 level never binds to inline code of another.
#define ATTENTION_API __attribute__((visibility("default")))
