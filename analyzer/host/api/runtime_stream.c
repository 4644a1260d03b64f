/* The stream that a handle stands for: 0, 1 and 2 are default streams, one of each kind per device. */
#include "analyzer/host/walk.h"

static struct host_object *default_stream(struct walk *walk, enum host_stream_kind kind)
{
	const struct host_sum *device = walk_device(walk);
	for (size_t i = 0; i < walk->streams.count; i++)
		if (walk->streams.data[i]->stream == kind && walk->streams.data[i]->device == device)
			return walk->streams.data[i];
	struct host_object *stream = walk_object(walk, HOST_STREAM, NULL);
	stream->stream = kind;
	stream->device = device;
	stream->flags_known = true;
	vec_push(walk->arena, &walk->streams, stream);
	return stream;
}

struct host_object *runtime_stream(struct walk *walk, const struct host_value *value)
{
	int64_t number;
	if (value->kind == HOST_POINTER)
		return value->object;
	if (value->kind != HOST_NUMBER || !host_sum_is_number(value->number, &number))
		return host_value_place(walk, value).object;
	bool per_thread = number == 2 || (number == 0 && walk->options->per_thread_default_stream);
	return default_stream(walk, per_thread ? HOST_STREAM_PER_THREAD : HOST_STREAM_NULL);
}
