/* Registrations of operators. */
#pragma once
#include "../cudalint_torch/tensor.h"

namespace torch {
struct Library {
	template <class... A> Library &def(A &&...);
	template <class... A> Library &impl(A &&...);
};
template <class... A> struct class_ {
	template <class... B> class_ &def(B &&...);
};
} // namespace torch
#define CUDALINT_TORCH_GLUE2(a, b) a##b
#define CUDALINT_TORCH_GLUE(a, b) CUDALINT_TORCH_GLUE2(a, b)
#define TORCH_LIBRARY(space, m) static void CUDALINT_TORCH_GLUE(torch_library_, __LINE__)(::torch::Library & m)
#define TORCH_LIBRARY_FRAGMENT(space, m) TORCH_LIBRARY(space, m)
#define TORCH_LIBRARY_IMPL(space, key, m) TORCH_LIBRARY(space, m)
#define TORCH_FN(function) (&function)
