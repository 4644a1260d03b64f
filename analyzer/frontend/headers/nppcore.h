/* NPP: version and stream. */
#ifndef NV_NPPCORE_H
#define NV_NPPCORE_H

#include "nppdefs.h"

extern "C" {
const NppLibraryVersion *nppGetLibVersion(void);
NppStatus nppGetStreamContext(NppStreamContext *context);
cudaStream_t nppGetStream(void);
NppStatus nppSetStream(cudaStream_t stream);
unsigned int nppGetStreamNumSMs(void);
}

#endif
