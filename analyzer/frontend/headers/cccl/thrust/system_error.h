/* Errors as exceptions. */
#ifndef THRUST_SYSTEM_ERROR_H
#define THRUST_SYSTEM_ERROR_H

#include <thrust/detail/config.h>
#if __has_include(<stdexcept>)
#include <stdexcept>
#endif
#if __has_include(<system_error>)
#include <system_error>
#endif

namespace thrust
{
namespace system
{
#if __has_include(<system_error>)
class error_code
{
      public:
	error_code(int value, const ::std::error_category &category);
	int value() const;
	::std::string message() const;
	explicit operator bool() const;
};
class system_error : public ::std::runtime_error
{
      public:
	system_error(int value, const ::std::error_category &category);
	system_error(int value, const ::std::error_category &category, const ::std::string &text);
	system_error(int value, const ::std::error_category &category, const char *text);
	system_error(error_code code, const char *text);
	const error_code &code() const noexcept;
};
using ::std::error_category;
const error_category &cuda_category();
const error_category &generic_category();
const error_category &system_category();
namespace detail
{
class bad_alloc : public ::std::bad_alloc
{
      public:
	bad_alloc(const ::std::string &text);
	const char *what() const noexcept;
};
} // namespace detail
#endif
} // namespace system
#if __has_include(<system_error>)
using system::cuda_category;
using system::error_category;
using system::error_code;
using system::generic_category;
using system::system_category;
using system::system_error;
#endif
} // namespace thrust

#endif
