/* pybind11, thin: what a module of bindings says. */
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace pybind11 {
struct object {
	template <class T> T cast() const;
	template <class... A> object operator()(A &&...) const;
	object attr(const char *) const;
	bool is_none() const;
};
struct handle : object {};
struct dict : object {};
struct list : object {
	size_t size() const;
	object operator[](size_t) const;
	const object *begin() const;
	const object *end() const;
};
struct buffer : object {};
struct tuple : object {};
struct bytes : object {};
struct str : object {};
struct none : object {};
struct function : object {};
struct arg {
	constexpr explicit arg(const char *);
	template <class T> arg operator=(T &&) const;
	arg &none(bool = true);
	arg &noconvert(bool = true);
};
struct gil_scoped_release {
	gil_scoped_release();
	~gil_scoped_release();
};
struct module_ : object {
	template <class F, class... A> module_ &def(const char *, F &&, const A &...);
	static module_ import(const char *);
	module_ def_submodule(const char *, const char * = nullptr);
	const char *doc() const;
};
typedef module_ module;
template <class T, class... O> struct class_ : object {
	template <class... A> class_(A &&...);
	template <class... A> class_ &def(A &&...);
	template <class... A> class_ &def_readwrite(A &&...);
	template <class... A> class_ &def_readonly(A &&...);
	template <class... A> class_ &def_property_readonly(A &&...);
};
template <class... A> struct init {};
template <class... A> struct call_guard {};
} // namespace pybind11
namespace py = pybind11;

#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME extension
#endif
#define PYBIND11_MODULE(name, variable) static void cudalint_pybind_module(::pybind11::module_ &variable)
