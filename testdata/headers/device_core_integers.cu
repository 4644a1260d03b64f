// Integer intrinsics, conversions, dot products and packed arithmetic.
__device__ long long integers(int i, unsigned int u, long long l, unsigned long long ul)
{
	l += __popc(u) + __popcll(ul) + __clz(i) + __clzll(l) + __ffs(i) + __ffsll(l) + __brev(u) + __brevll(ul);
	l += __byte_perm(u, u, 0x3210) + __mul24(i, i) + __umul24(u, u) + __mulhi(i, i) + __umulhi(u, u);
	l += __mul64hi(l, l) + __umul64hi(ul, ul) + __sad(i, i, u) + __usad(u, u, u) + __hadd(i, i) + __rhadd(i, i);
	l += __uhadd(u, u) + __urhadd(u, u) + __funnelshift_l(u, u, u) + __funnelshift_rc(u, u, u);
	l += __dp4a(i, i, i) + __dp4a(u, u, u) + __dp4a(char4(), char4(), i) + __dp2a_lo(i, i, i) + __dp2a_hi(u, u, u);
	l += __vadd2(u, u) + __vabsdiffu4(u, u) + __vcmpeq4(u, u) + __vsetgtu2(u, u) + __vmaxs4(u, u) + __vavgu4(u, u);
	l += __vabs4(u) + __vneg2(u) + __vsads4(u, u) + __vaddus4(u, u) + __vsubss2(u, u) + __vhaddu4(u, u);
	bool chosen;
	l += __viaddmax_s32(i, i, i) + __vimin3_u32(u, u, u) + __vimax_s16x2_relu(u, u) + __vibmax_s32(i, i, &chosen);
	return l;
}

__device__ double conversions(float f, double d, int i, unsigned int u, long long l, unsigned long long ul)
{
	d += __float2int_rn(f) + __float2uint_rz(f) + __float2ll_rd(f) + __float2ull_ru(f) + __double2int_rz(d);
	d += __double2uint_rn(d) + __double2ll_rn(d) + __double2ull_rz(d) + __double2float_rn(d) + __int2float_rn(i);
	d += __uint2float_rz(u) + __ll2float_rn(l) + __ull2float_rn(ul) + __int2double_rn(i) + __uint2double_rn(u);
	d += __ll2double_rn(l) + __ull2double_rz(ul) + __float_as_int(f) + __float_as_uint(f) + __int_as_float(i);
	d += __uint_as_float(u) + __double_as_longlong(d) + __longlong_as_double(l) + __double2hiint(d);
	return d + __double2loint(d) + __hiloint2double(i, i);
}
