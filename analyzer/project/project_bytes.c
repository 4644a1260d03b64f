/* Facts as bytes: each struct has a pair of functions, one below the other, that list the same fields. */
#include "analyzer/project/project.h"

static void write_span(struct buffer *out, const struct span *span)
{
	const struct position *ends[] = {&span->start, &span->end};
	bytes_put_required(out, span->path);
	for (int i = 0; i < 2; i++) {
		bytes_put_unsigned(out, ends[i]->line);
		bytes_put_unsigned(out, ends[i]->column);
		bytes_put_unsigned(out, ends[i]->offset);
	}
}

static struct span read_span(struct bytes_reader *reader)
{
	struct span span = {.path = bytes_get_required(reader)};
	struct position *ends[] = {&span.start, &span.end};
	for (int i = 0; i < 2; i++) {
		ends[i]->line = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
		ends[i]->column = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
		ends[i]->offset = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
	}
	return span;
}

static void write_value(struct buffer *out, const struct project_value *value)
{
	bytes_put_unsigned(out, value->kind);
	bytes_put_unsigned(out, (unsigned)value->offset_known | (unsigned)value->has_bounds << 1 |
					(unsigned)value->is_told << 2);
	bytes_put_signed(out, value->number);
	if (value->kind == PROJECT_REAL)
		bytes_put_double(out, value->real);
	if (value->kind >= PROJECT_POINTER)
		bytes_put_unsigned(out, value->memory);
	if (!value->has_bounds)
		return;
	bytes_put_signed(out, value->low);
	bytes_put_signed(out, value->high);
	bytes_put_signed(out, value->divisor);
}

static struct project_value read_value(struct bytes_reader *reader)
{
	struct project_value value = {
		.kind = (enum project_value_kind)bytes_get_unsigned(reader, PROJECT_KERNEL)};
	uint64_t flags = bytes_get_unsigned(reader, 7);
	value.offset_known = flags & 1;
	value.has_bounds = flags >> 1 & 1;
	value.is_told = flags >> 2 & 1;
	value.number = bytes_get_signed(reader);
	if (value.kind == PROJECT_REAL)
		value.real = bytes_get_double(reader);
	if (value.kind >= PROJECT_POINTER)
		value.memory = (size_t)bytes_get_unsigned(reader, SIZE_MAX);
	if (!value.has_bounds)
		return value;
	value.low = bytes_get_signed(reader);
	value.high = bytes_get_signed(reader);
	value.divisor = bytes_get_signed(reader);
	if (value.divisor < 1)
		bytes_fail(reader);
	return value;
}

static void write_shape(struct buffer *out, const struct project_use *use)
{
	bytes_put_bool(out, use->block_known);
	bytes_put_bool(out, use->grid_known);
	bytes_put_bool(out, use->shared_known);
	for (int i = 0; i < 3; i++) {
		bytes_put_signed(out, use->block[i]);
		bytes_put_signed(out, use->grid[i]);
	}
	bytes_put_signed(out, use->shared);
}

static void read_shape(struct bytes_reader *reader, struct project_use *use)
{
	use->block_known = bytes_get_bool(reader);
	use->grid_known = bytes_get_bool(reader);
	use->shared_known = bytes_get_bool(reader);
	for (int i = 0; i < 3; i++) {
		use->block[i] = bytes_get_signed(reader);
		use->grid[i] = bytes_get_signed(reader);
	}
	use->shared = bytes_get_signed(reader);
}

static void write_kernel(struct buffer *out, const struct project_kernel *kernel)
{
	bytes_put_required(out, kernel->symbol);
	bytes_put_required(out, kernel->name);
	bytes_put_unsigned(out, kernel->parameters.count);
	for (size_t i = 0; i < kernel->parameters.count; i++) {
		bytes_put_unsigned(out, kernel->parameters.data[i].kind);
		bytes_put_signed(out, kernel->parameters.data[i].size);
	}
}

static struct project_kernel read_kernel(struct bytes_reader *reader)
{
	struct project_kernel kernel = {.symbol = bytes_get_required(reader)};
	kernel.name = bytes_get_required(reader);
	size_t count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct project_parameter parameter = {.kind = (unsigned)bytes_get_unsigned(reader, 64)};
		parameter.size = bytes_get_signed(reader);
		vec_push(reader->arena, &kernel.parameters, parameter);
	}
	return kernel;
}

static void write_use(struct buffer *out, const struct project_use *use)
{
	bytes_put_required(out, use->symbol);
	bytes_put_bool(out, use->is_call);
	bytes_put_bool(out, use->is_known);
	write_span(out, &use->place);
	write_shape(out, use);
	bytes_put_unsigned(out, use->memories.count);
	for (size_t i = 0; i < use->memories.count; i++) {
		bytes_put_unsigned(out, use->memories.data[i].kind);
		bytes_put_signed(out, use->memories.data[i].size);
		bytes_put_text(out, use->memories.data[i].name);
	}
	bytes_put_unsigned(out, use->kernels.count);
	for (size_t i = 0; i < use->kernels.count; i++)
		write_kernel(out, &use->kernels.data[i]);
	bytes_put_unsigned(out, use->values.count);
	for (size_t i = 0; i < use->values.count; i++)
		write_value(out, &use->values.data[i]);
	bytes_put_unsigned(out, use->members.count);
	for (size_t i = 0; i < use->members.count; i++) {
		bytes_put_unsigned(out, use->members.data[i].param);
		bytes_put_signed(out, use->members.data[i].offset);
		write_value(out, &use->members.data[i].value);
	}
}

/* What is named by a number is there. */
static void check_value(
	struct bytes_reader *reader, const struct project_use *use, const struct project_value *value)
{
	size_t count = value->kind == PROJECT_KERNEL ? use->kernels.count : use->memories.count;
	if (value->kind >= PROJECT_POINTER && value->memory >= count)
		bytes_fail(reader);
}

static struct project_use read_use(struct bytes_reader *reader)
{
	struct project_use use = {.symbol = bytes_get_required(reader)};
	use.is_call = bytes_get_bool(reader);
	use.is_known = bytes_get_bool(reader);
	use.place = read_span(reader);
	read_shape(reader, &use);
	size_t count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct project_memory memory = {.kind = (unsigned)bytes_get_unsigned(reader, 64)};
		memory.size = bytes_get_signed(reader);
		memory.name = bytes_get_text(reader);
		vec_push(reader->arena, &use.memories, memory);
	}
	count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct project_kernel kernel = read_kernel(reader);
		vec_push(reader->arena, &use.kernels, kernel);
	}
	count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct project_value value = read_value(reader);
		check_value(reader, &use, &value);
		vec_push(reader->arena, &use.values, value);
	}
	count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct project_member member = {.param = (size_t)bytes_get_unsigned(reader, SIZE_MAX)};
		member.offset = bytes_get_signed(reader);
		member.value = read_value(reader);
		check_value(reader, &use, &member.value);
		vec_push(reader->arena, &use.members, member);
	}
	return use;
}

static void write_definition(struct buffer *out, const struct project_definition *definition)
{
	bytes_put_required(out, definition->symbol);
	bytes_put_required(out, definition->name);
	bytes_put_required(out, definition->path);
	bytes_put_unsigned(out, (unsigned)definition->is_kernel | (unsigned)definition->is_external << 1 |
					(unsigned)definition->is_used << 2 |
					(unsigned)definition->is_template << 3);
	bytes_put_unsigned(out, definition->callees.count);
	for (size_t i = 0; i < definition->callees.count; i++)
		bytes_put_required(out, definition->callees.data[i]);
}

static struct project_definition read_definition(struct bytes_reader *reader)
{
	struct project_definition definition = {.symbol = bytes_get_required(reader)};
	definition.name = bytes_get_required(reader);
	definition.path = bytes_get_required(reader);
	uint64_t flags = bytes_get_unsigned(reader, 15);
	definition.is_kernel = flags & 1;
	definition.is_external = flags >> 1 & 1;
	definition.is_used = flags >> 2 & 1;
	definition.is_template = flags >> 3 & 1;
	size_t count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		const char *callee = bytes_get_required(reader);
		vec_push(reader->arena, &definition.callees, callee);
	}
	return definition;
}

static void write_setting(struct buffer *out, const struct project_setting *setting)
{
	bytes_put_text(out, setting->kernel);
	bytes_put_bool(out, setting->attribute_known);
	bytes_put_signed(out, setting->attribute);
}

static struct project_setting read_setting(struct bytes_reader *reader)
{
	struct project_setting setting = {.kernel = bytes_get_text(reader)};
	setting.attribute_known = bytes_get_bool(reader);
	setting.attribute = bytes_get_signed(reader);
	return setting;
}

static void write_uses(struct buffer *out, const project_uses *uses)
{
	bytes_put_unsigned(out, uses->count);
	for (size_t i = 0; i < uses->count; i++)
		write_use(out, &uses->data[i]);
}

static void read_uses(struct bytes_reader *reader, project_uses *out)
{
	size_t count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct project_use use = read_use(reader);
		vec_push(reader->arena, out, use);
	}
}

static void write_settings(struct buffer *out, const project_settings *settings)
{
	bytes_put_unsigned(out, settings->count);
	for (size_t i = 0; i < settings->count; i++)
		write_setting(out, &settings->data[i]);
}

static void read_settings(struct bytes_reader *reader, project_settings *out)
{
	size_t count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct project_setting setting = read_setting(reader);
		vec_push(reader->arena, out, setting);
	}
}

void project_write_facts(struct buffer *out, const struct project_facts *facts)
{
	bytes_put_unsigned(out, facts->definitions.count);
	for (size_t i = 0; i < facts->definitions.count; i++)
		write_definition(out, &facts->definitions.data[i]);
	write_uses(out, &facts->uses);
	write_settings(out, &facts->settings);
	bytes_put_unsigned(out, facts->wanted.count);
	for (size_t i = 0; i < facts->wanted.count; i++)
		bytes_put_required(out, facts->wanted.data[i]);
}

void project_read_facts(struct bytes_reader *reader, struct project_facts *out)
{
	size_t count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct project_definition definition = read_definition(reader);
		vec_push(reader->arena, &out->definitions, definition);
	}
	read_uses(reader, &out->uses);
	read_settings(reader, &out->settings);
	count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		const char *name = bytes_get_required(reader);
		vec_push(reader->arena, &out->wanted, name);
	}
}

void project_write_given(struct buffer *out, const struct project_given *given)
{
	write_uses(out, &given->uses);
	write_settings(out, &given->settings);
}

void project_read_given(struct bytes_reader *reader, struct project_given *out)
{
	read_uses(reader, &out->uses);
	read_settings(reader, &out->settings);
}

bool project_given_any(const struct project_given *given)
{
	return given && (given->uses.count || given->settings.count);
}
