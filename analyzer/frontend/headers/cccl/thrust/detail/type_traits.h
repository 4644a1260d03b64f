#include <cuda/std/type_traits>
#include <thrust/detail/config.h>

namespace thrust
{
namespace detail
{
using namespace ::cuda::std;
}
} // namespace thrust
