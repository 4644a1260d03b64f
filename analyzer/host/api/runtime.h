/* The CUDA runtime and driver API as tables: what a function does and what its parameters are.
 *
 * Each line of runtime.def and driver.def is CALL(name, kind, "roles"): kind is an enum host_op_kind without
 * HOST_, roles has one character per parameter:
 *
 *   s stream               S receives a stream        e event              E receives an event
 *   g graph                G receives a graph         x graph exec         X receives a graph exec
 *   M graph node           N receives a graph node    D array of nodes     c how many elements an array has
 *   d memory written       r memory read              y symbol written     Y symbol read or named
 *   n bytes of d and r     o byte offset into y, Y    k cudaMemcpyKind     v value of a fill
 *   2 elements of 2 bytes  4 elements of 4 bytes      W bytes of a row     H rows
 *   q pitch of d           Q pitch of r               j struct or array of structs that says the rest
 *   A array of pointers    B array of sources         C array of sizes     t cudaMemcpyAttributes
 *   I indices of t         T how many t               p pointer to memory  P receives a pointer
 *   z bytes to allocate    f flags                    a priority           i device
 *   l pool, texture, ...   L receives one             K kernel             h host function
 *   u what h is called with                           w written by the call, of no interest
 *   . nothing of interest
 *
 * What S, E, G, X, N, P and L receive is new, but for kind RUNTIME: then it was there before. The rows of a
 * 2-D fill by cuMemsetD2D16 and cuMemsetD2D32 have W elements of 2 and 4 bytes. Arrays count as memory. */
#ifndef CUDALINT_HOST_RUNTIME_H
#define CUDALINT_HOST_RUNTIME_H

#include "analyzer/host/trace.h"

struct host_call_roles {
	const char *name;
	enum host_op_kind kind;
	const char *roles; /* as many as parameters */
};

/* The signature with `arg_count` parameters, or the shortest with more (the others have defaults), or the
 * longest of variadic ones; NULL: no such function. */
const struct host_call_roles *host_call_roles_of(const char *name, size_t arg_count);

#endif
