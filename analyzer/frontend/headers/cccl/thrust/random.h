/* Random engines and distributions, usable from a thread. */
#ifndef THRUST_RANDOM_H
#define THRUST_RANDOM_H

#include <cuda/std/cstdint>
#include <thrust/detail/config.h>
#if __has_include(<iostream>)
#include <iostream>
#endif

namespace thrust::random
{
#define THRUST_CUDALINT_ENGINE(name)                                                                                   \
      public:                                                                                                          \
	using result_type = U;                                                                                         \
	static constexpr result_type default_seed = 1;                                                                 \
	static constexpr result_type min = 0;                                                                          \
	static constexpr result_type max = static_cast<U>(-1);                                                         \
	_CCCL_HOST_DEVICE explicit name(U value = default_seed);                                                       \
	_CCCL_HOST_DEVICE void seed(U value = default_seed);                                                           \
	_CCCL_HOST_DEVICE U operator()();                                                                              \
	_CCCL_HOST_DEVICE void discard(unsigned long long n);

template <class U, U A, U C, U M> class linear_congruential_engine
{
	U state;
	THRUST_CUDALINT_ENGINE(linear_congruential_engine)
};
template <class U, ::cuda::std::size_t W, ::cuda::std::size_t K, ::cuda::std::size_t Q, ::cuda::std::size_t S>
class linear_feedback_shift_engine
{
	U state;
	THRUST_CUDALINT_ENGINE(linear_feedback_shift_engine)
};
template <class U, ::cuda::std::size_t W, ::cuda::std::size_t S, ::cuda::std::size_t R> class subtract_with_carry_engine
{
	U state[R];
	THRUST_CUDALINT_ENGINE(subtract_with_carry_engine)
};
template <class Engine, ::cuda::std::size_t P, ::cuda::std::size_t R> class discard_block_engine
{
	using U = typename Engine::result_type;
	Engine engine;
	THRUST_CUDALINT_ENGINE(discard_block_engine)
};
template <class E1, ::cuda::std::size_t S1, class E2, ::cuda::std::size_t S2 = 0> class xor_combine_engine
{
	using U = typename E1::result_type;
	E1 first;
	E2 second;
	THRUST_CUDALINT_ENGINE(xor_combine_engine)
};
#undef THRUST_CUDALINT_ENGINE

using minstd_rand0 = linear_congruential_engine<::cuda::std::uint32_t, 16807, 0, 2147483647>;
using minstd_rand = linear_congruential_engine<::cuda::std::uint32_t, 48271, 0, 2147483647>;
using ranlux24_base = subtract_with_carry_engine<::cuda::std::uint32_t, 24, 10, 24>;
using ranlux48_base = subtract_with_carry_engine<::cuda::std::uint64_t, 48, 5, 12>;
using ranlux24 = discard_block_engine<ranlux24_base, 223, 23>;
using ranlux48 = discard_block_engine<ranlux48_base, 389, 11>;
using lfsr32 = linear_feedback_shift_engine<::cuda::std::uint32_t, 32, 31, 13, 12>;
using taus88 = xor_combine_engine<lfsr32, 0, xor_combine_engine<lfsr32, 0, lfsr32>>;
using default_random_engine = minstd_rand;

#define THRUST_CUDALINT_DISTRIBUTION(name, type, first, second, low, high)                                             \
	template <class T = type> class name                                                                           \
	{                                                                                                              \
		T first##_, second##_;                                                                                 \
                                                                                                                       \
	      public:                                                                                                  \
		using result_type = T;                                                                                 \
		struct param_type {                                                                                    \
			T first, second;                                                                               \
		};                                                                                                     \
		explicit _CCCL_HOST_DEVICE name(T first = low, T second = high)                                        \
		    : first##_(first), second##_(second) {}                                                            \
		template <class Engine> _CCCL_HOST_DEVICE T operator()(Engine &engine);                                \
		template <class Engine> _CCCL_HOST_DEVICE T operator()(Engine &engine, const param_type &parameters);  \
		_CCCL_HOST_DEVICE void reset() {}                                                                      \
		_CCCL_HOST_DEVICE T first() const { return first##_; }                                                 \
		_CCCL_HOST_DEVICE T second() const { return second##_; }                                               \
	};
THRUST_CUDALINT_DISTRIBUTION(uniform_int_distribution, int, a, b, T(0), T(2147483647))
THRUST_CUDALINT_DISTRIBUTION(uniform_real_distribution, double, a, b, T(0), T(1))
THRUST_CUDALINT_DISTRIBUTION(normal_distribution, double, mean, stddev, T(0), T(1))
#undef THRUST_CUDALINT_DISTRIBUTION
} // namespace thrust::random

namespace thrust
{
using namespace random;
}

#endif
