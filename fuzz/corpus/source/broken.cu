#include "missing.h"
#include <nothing>
__global__ void k(Undefined *p, int n { p[threadIdx.x] = foo(n); }
template <class T> struct S { T x; S(T) ; void f() { x.y(; } };
void h() { k<<<1, >>>(0); k<<<dim3(1), 32, 0, undeclared>>>(p; }
#if defined(
#else
#define A(x, ...) x##__VA_ARGS__ A(x)
int A(1,2) A
