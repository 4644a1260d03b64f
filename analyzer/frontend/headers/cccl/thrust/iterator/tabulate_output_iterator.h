/* Calls a function with index and value for what is written. */
#ifndef THRUST_ITERATOR_TABULATE_OUTPUT_ITERATOR_H
#define THRUST_ITERATOR_TABULATE_OUTPUT_ITERATOR_H

#include <thrust/iterator/discard_iterator.h>

namespace thrust
{
template <class F> class tabulate_output_iterator : public discard_iterator<>
{
	F f;

      public:
	_CCCL_HOST_DEVICE tabulate_output_iterator(F function) : f(function) {}
};
template <class F> _CCCL_HOST_DEVICE tabulate_output_iterator<F> make_tabulate_output_iterator(F f)
{
	return tabulate_output_iterator<F>(f);
}
} // namespace thrust

#endif
