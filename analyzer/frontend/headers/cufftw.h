/* The FFTW3 interface on top of cuFFT. */
#ifndef _CUFFTW_H_
#define _CUFFTW_H_

#include <stddef.h>
#include "cufft.h"

#define FFTW_FORWARD -1
#define FFTW_BACKWARD 1
#define FFTW_MEASURE 0x00
#define FFTW_ESTIMATE 0x40
#define FFTW_PATIENT 0x20
#define FFTW_EXHAUSTIVE 0x08

typedef double fftw_complex[2];
typedef float fftwf_complex[2];
typedef void *fftw_plan, *fftwf_plan;

#define CL_FFTW(x, Real) \
	x##_plan x##_plan_dft_1d(int n, x##_complex *in, x##_complex *out, int sign, unsigned flags); \
	x##_plan x##_plan_dft_2d(int n0, int n1, x##_complex *in, x##_complex *out, int sign, unsigned flags); \
	x##_plan x##_plan_dft_3d(int n0, int n1, int n2, x##_complex *in, x##_complex *out, int sign, unsigned flags); \
	x##_plan x##_plan_dft(int rank, const int *n, x##_complex *in, x##_complex *out, int sign, unsigned flags); \
	x##_plan x##_plan_dft_r2c_1d(int n, Real *in, x##_complex *out, unsigned flags); \
	x##_plan x##_plan_dft_c2r_1d(int n, x##_complex *in, Real *out, unsigned flags); \
	x##_plan x##_plan_dft_r2c_2d(int n0, int n1, Real *in, x##_complex *out, unsigned flags); \
	x##_plan x##_plan_dft_c2r_2d(int n0, int n1, x##_complex *in, Real *out, unsigned flags); \
	void x##_execute(const x##_plan plan); \
	void x##_destroy_plan(x##_plan plan); \
	void *x##_malloc(size_t n); \
	void x##_free(void *ptr);
extern "C" {
CL_FFTW(fftw, double)
CL_FFTW(fftwf, float)
}
#undef CL_FFTW

#endif
