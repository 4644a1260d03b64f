/* What the headers of algorithms share. */
#ifndef THRUST_DETAIL_ALGORITHM_H
#define THRUST_DETAIL_ALGORITHM_H

#include <thrust/detail/execution_policy.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/functional.h>
#include <thrust/tuple.h>

#define THRUST_CUDALINT_LIST(...) __VA_ARGS__
/* Declares an algorithm without and with an execution policy before its arguments. */
#define THRUST_CUDALINT_ALGORITHM(parameters, result, name, arguments)                                                 \
	template <THRUST_CUDALINT_LIST parameters>                                                                     \
	_CCCL_HOST_DEVICE THRUST_CUDALINT_LIST result name(THRUST_CUDALINT_LIST arguments);                            \
	template <class Policy, THRUST_CUDALINT_LIST parameters>                                                       \
	_CCCL_HOST_DEVICE THRUST_CUDALINT_LIST result name(                                                            \
		const detail::execution_policy_base<Policy> &policy, THRUST_CUDALINT_LIST arguments);

#endif
