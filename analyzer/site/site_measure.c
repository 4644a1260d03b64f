/* Which counts of the model belong to which space. */
#include "analyzer/site/site_measure.h"

#include "analyzer/simt/exec/exec.h"
#include "analyzer/site/padding.h"
#include "model/access.h"

struct measure site_measure(
	const struct simt_access *access, const uint64_t offset[SIMT_WARP], uint32_t active)
{
	struct measure out = {0};
	switch (access->space) {
	case SIMT_SHARED:
		out.count =
			model_wavefronts_nsight(simt_shared_op(access->kind), offset, active, access->size);
		out.ideal =
			model_ideal_wavefronts(simt_shared_op(access->kind), out.count, active, access->size);
		break;
	case SIMT_CONSTANT:
		out.count = model_constant_requests(offset, active);
		out.ideal = 1;
		break;
	case SIMT_LOCAL:
		out.count = model_local_sectors(offset, active, access->size);
		out.ideal = model_ideal_sectors(out.count, active, access->size);
		out.l1 = model_local_wavefronts(offset, active, access->size);
		break;
	default:
		out.count = model_sectors(offset, active, access->size);
		out.ideal = model_ideal_sectors(out.count, active, access->size);
		out.lines = model_lines(offset, active, access->size);
		out.l1 = model_l1_wavefronts(offset, active, access->size, access->kind != SIMT_LOAD);
		break;
	}
	return out;
}
