/* cudaCreateChannelDesc<T>(): the channel format of a texel type. */
#ifndef __CHANNEL_DESCRIPTOR_H__
#define __CHANNEL_DESCRIPTOR_H__

#include "texture_types.h"

template <class T_> extern __host__ cudaChannelFormatDesc cudaCreateChannelDesc();
extern __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf();
extern __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf1();
extern __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf2();
extern __host__ cudaChannelFormatDesc cudaCreateChannelDescHalf4();

#endif
