/* NVTX in C++: scoped ranges. */
#ifndef CUDALINT_NVTX3_HPP
#define CUDALINT_NVTX3_HPP

#include "nvToolsExt.h"
#include <cstddef>
#include <string>

namespace nvtx3
{
inline namespace v1
{
struct domain {
	struct global {};
};
struct rgb {
	constexpr rgb(uint8_t r, uint8_t g, uint8_t b) noexcept : red(r), green(g), blue(b)
	{
	}
	uint8_t red, green, blue;
};
struct argb {
	constexpr argb(uint8_t a, uint8_t r, uint8_t g, uint8_t b) noexcept : alpha(a), red(r), green(g), blue(b)
	{
	}
	uint8_t alpha, red, green, blue;
};
struct color {
	explicit constexpr color(uint32_t hex) noexcept;
	constexpr color(rgb value) noexcept;
	constexpr color(argb value) noexcept;
};
struct category {
	using id_type = uint32_t;
	explicit constexpr category(id_type id) noexcept;
};
template <class Domain = domain::global> struct named_category_in : category {
	named_category_in(id_type id, const char *name) noexcept;
};
using named_category = named_category_in<>;
struct payload {
	template <class Value> explicit constexpr payload(Value value) noexcept;
};
template <class Domain = domain::global> struct registered_string_in {
	explicit registered_string_in(const char *text) noexcept;
};
using registered_string = registered_string_in<>;
struct message {
	message(const char *text) noexcept;
	message(const std::string &text) noexcept;
	template <class Domain> message(const registered_string_in<Domain> &text) noexcept;
};
struct event_attributes {
	event_attributes() noexcept;
	template <class First, class... Rest> explicit event_attributes(const First &first, const Rest &...rest) noexcept;
};
template <class Domain = domain::global> struct scoped_range_in {
	scoped_range_in() noexcept;
	explicit scoped_range_in(const event_attributes &attributes) noexcept;
	template <class First, class... Rest> explicit scoped_range_in(const First &first, const Rest &...rest) noexcept;
	scoped_range_in(const scoped_range_in &) = delete;
	~scoped_range_in() noexcept;
};
using scoped_range = scoped_range_in<>;
template <class Domain> using domain_thread_range = scoped_range_in<Domain>;
using thread_range = scoped_range;
template <class Domain = domain::global> struct unique_range_in {
	template <class... Args> explicit unique_range_in(const Args &...args) noexcept;
	unique_range_in(unique_range_in &&) noexcept;
	~unique_range_in() noexcept;
};
using unique_range = unique_range_in<>;
struct range_handle {
	nvtxRangeId_t id;
};
template <class Domain = domain::global, class... Args> range_handle start_range_in(const Args &...args) noexcept;
template <class... Args> range_handle start_range(const Args &...args) noexcept;
void end_range(range_handle range) noexcept;
template <class Domain = domain::global, class... Args> void mark_in(const Args &...args) noexcept;
template <class... Args> void mark(const Args &...args) noexcept;
}
}
#define NVTX3_FUNC_RANGE() ::nvtx3::v1::scoped_range nvtx3_func_range__(__func__)
#define NVTX3_FUNC_RANGE_IN(D) ::nvtx3::v1::scoped_range_in<D> nvtx3_func_range__(__func__)

#endif
