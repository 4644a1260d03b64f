/* NPP on images: allocation, and a choice of operations. The forms with _Ctx take a stream context. */
#ifndef NV_NPPI_H
#define NV_NPPI_H

#include "nppcore.h"

#define CL_CTX NppStreamContext context
#define CL_SRC(T) const T *src, int srcStep
#define CL_DST(T) T *dst, int dstStep
extern "C" {
#define CL_ALLOC(name, T) T *nppiMalloc_##name(int width, int height, int *step);
#define CL_ALLOCS(name, T) CL_ALLOC(name##_C1, T) CL_ALLOC(name##_C2, T) CL_ALLOC(name##_C3, T) CL_ALLOC(name##_C4, T)
CL_ALLOCS(8u, Npp8u)
CL_ALLOCS(16u, Npp16u)
CL_ALLOCS(16s, Npp16s)
CL_ALLOCS(32s, Npp32s)
CL_ALLOCS(32f, Npp32f)
#undef CL_ALLOCS
#undef CL_ALLOC
void nppiFree(void *ptr);

#define CL_POINTWISE(name, T) \
	NppStatus nppi##name##_C1R(const T *src1, int step1, const T *src2, int step2, CL_DST(T), NppiSize roi); \
	NppStatus nppi##name##_C1R_Ctx(const T *src1, int step1, const T *src2, int step2, CL_DST(T), NppiSize roi, CL_CTX);
CL_POINTWISE(AbsDiff_8u, Npp8u)
CL_POINTWISE(Add_32f, Npp32f)
CL_POINTWISE(Sub_32f, Npp32f)
CL_POINTWISE(Mul_32f, Npp32f)
CL_POINTWISE(Div_32f, Npp32f)
#undef CL_POINTWISE
NppStatus nppiCompareC_16s_C1R_Ctx(CL_SRC(Npp16s), Npp16s constant, CL_DST(Npp8u), NppiSize roi, NppCmpOp op, CL_CTX);
NppStatus nppiCopy_8u_C1R(CL_SRC(Npp8u), CL_DST(Npp8u), NppiSize roi);
NppStatus nppiCopy_8u_C1R_Ctx(CL_SRC(Npp8u), CL_DST(Npp8u), NppiSize roi, CL_CTX);
NppStatus nppiSet_8u_C1R(Npp8u value, CL_DST(Npp8u), NppiSize roi);
NppStatus nppiCopyConstBorder_8u_C1R(
	CL_SRC(Npp8u), NppiSize srcRoi, CL_DST(Npp8u), NppiSize dstRoi, int top, int left, Npp8u value);
NppStatus nppiCopyConstBorder_8u_C1R_Ctx(
	CL_SRC(Npp8u), NppiSize srcRoi, CL_DST(Npp8u), NppiSize dstRoi, int top, int left, Npp8u value, CL_CTX);
NppStatus nppiFilterBox_8u_C1R(CL_SRC(Npp8u), CL_DST(Npp8u), NppiSize roi, NppiSize mask, NppiPoint anchor);
NppStatus nppiFilterBox_8u_C1R_Ctx(
	CL_SRC(Npp8u), CL_DST(Npp8u), NppiSize roi, NppiSize mask, NppiPoint anchor, CL_CTX);
NppStatus nppiFilterBoxBorder_8u_C1R(CL_SRC(Npp8u), NppiSize size, NppiPoint offset, CL_DST(Npp8u), NppiSize roi,
	NppiSize mask, NppiPoint anchor, NppiBorderType border);
NppStatus nppiFilterBoxBorder_8u_C1R_Ctx(CL_SRC(Npp8u), NppiSize size, NppiPoint offset, CL_DST(Npp8u), NppiSize roi,
	NppiSize mask, NppiPoint anchor, NppiBorderType border, CL_CTX);
NppStatus nppiFilterCannyBorderGetBufferSize(NppiSize roi, int *size);
NppStatus nppiFilterCannyBorder_8u_C1R_Ctx(CL_SRC(Npp8u), NppiSize size, NppiPoint offset, CL_DST(Npp8u), NppiSize roi,
	NppiDifferentialKernel filter, NppiMaskSize mask, Npp16s low, Npp16s high, NppiNorm norm, NppiBorderType border,
	Npp8u *buffer, CL_CTX);
NppStatus nppiGradientVectorPrewittBorder_8u16s_C1R_Ctx(CL_SRC(Npp8u), NppiSize size, NppiPoint offset, Npp16s *x,
	int xStep, Npp16s *y, int yStep, Npp16s *magnitude, int magnitudeStep, Npp32f *angle, int angleStep, NppiSize roi,
	NppiMaskSize mask, NppiNorm norm, NppiBorderType border, CL_CTX);
NppStatus nppiEvenLevelsHost_32s(Npp32s *levels, int count, Npp32s lower, Npp32s upper);
NppStatus nppiHistogramEvenGetBufferSize_8u_C1R_Ctx(NppiSize roi, int levels, size_t *size, CL_CTX);
NppStatus nppiHistogramEven_8u_C1R_Ctx(
	CL_SRC(Npp8u), NppiSize roi, Npp32s *histogram, int levels, Npp32s lower, Npp32s upper, Npp8u *buffer, CL_CTX);
NppStatus nppiLUT_Linear_8u_C1R_Ctx(CL_SRC(Npp8u), CL_DST(Npp8u), NppiSize roi, const Npp32s *values,
	const Npp32s *levels, int count, CL_CTX);
NppStatus nppiResize_8u_C1R_Ctx(const Npp8u *src, int srcStep, NppiSize srcSize, NppiRect srcRoi, CL_DST(Npp8u),
	NppiSize dstSize, NppiRect dstRoi, int interpolation, CL_CTX);
NppStatus nppiResize_8u_C3R_Ctx(const Npp8u *src, int srcStep, NppiSize srcSize, NppiRect srcRoi, CL_DST(Npp8u),
	NppiSize dstSize, NppiRect dstRoi, int interpolation, CL_CTX);
NppStatus nppiSegmentWatershedGetBufferSize_8u_C1R(NppiSize roi, size_t *size);
NppStatus nppiSegmentWatershed_8u_C1IR_Ctx(Npp8u *srcDst, Npp32s step, Npp32u *labels, Npp32s labelsStep, NppiNorm norm,
	NppiWatershedSegmentBoundaryType boundary, NppiSize roi, Npp8u *buffer, CL_CTX);
NppStatus nppiCompressMarkerLabelsGetBufferSize_32u_C1R(int count, int *size);
NppStatus nppiCompressMarkerLabelsUF_32u_C1IR_Ctx(
	Npp32u *labels, int step, NppiSize roi, int start, int *newCount, Npp8u *buffer, CL_CTX);
}
#undef CL_CTX
#undef CL_SRC
#undef CL_DST

#endif
