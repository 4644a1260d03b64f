/* One function for what is read, another for what is written. */
#ifndef THRUST_ITERATOR_TRANSFORM_INPUT_OUTPUT_ITERATOR_H
#define THRUST_ITERATOR_TRANSFORM_INPUT_OUTPUT_ITERATOR_H

#include <thrust/iterator/transform_iterator.h>

namespace thrust
{
template <class In, class Out, class I> class transform_input_output_iterator : public transform_iterator<In, I>
{
      public:
	_CCCL_HOST_DEVICE transform_input_output_iterator(const I &i, In in, Out) : transform_iterator<In, I>(i, in) {}
};
template <class In, class Out, class I>
_CCCL_HOST_DEVICE transform_input_output_iterator<In, Out, I> make_transform_input_output_iterator(I i, In in, Out out)
{
	return transform_input_output_iterator<In, Out, I>(i, in, out);
}
} // namespace thrust

#endif
