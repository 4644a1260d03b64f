/* Executions ahead; see ahead.h. A thread takes the first task that nobody has; so does the one that asks,
 * when what it asks for isn't begun. Only a few are finished before they are asked for: executions are large.
 */
#include "analyzer/engine/ahead.h"

#include <pthread.h>

enum { MOST_THREADS = 15, MOST_WAITING = 8, STACK_SIZE = 256 * 1024 * 1024 };

enum task_state { TASK_OPEN, TASK_BEGUN, TASK_DONE };

struct ahead_result {
	enum task_state state;
	struct arena *arena;
	const struct simt_report *report;
};

struct ahead {
	const struct ir_module *module;
	const ahead_tasks *tasks;
	struct ahead_result *results; /* one for each task */
	size_t begun, taken;          /* tasks before these are begun, and asked for */
	pthread_mutex_t lock;         /* of the above */
	pthread_cond_t changed;
	pthread_t threads[MOST_THREADS];
	unsigned thread_count;
};

static void execute(struct ahead *ahead, size_t index)
{
	const struct ahead_task *task = &ahead->tasks->data[index];
	struct ahead_result *result = &ahead->results[index];
	result->arena = arena_new();
	result->report = simt_execute(result->arena, ahead->module, task->function, task->launch);
}

static void *work(void *context)
{
	struct ahead *ahead = context;
	pthread_mutex_lock(&ahead->lock);
	while (ahead->begun < ahead->tasks->count) {
		if (ahead->begun >= ahead->taken + MOST_WAITING) {
			pthread_cond_wait(&ahead->changed, &ahead->lock);
			continue;
		}
		size_t index = ahead->begun++;
		ahead->results[index].state = TASK_BEGUN;
		pthread_mutex_unlock(&ahead->lock);
		execute(ahead, index);
		pthread_mutex_lock(&ahead->lock);
		ahead->results[index].state = TASK_DONE;
		pthread_cond_broadcast(&ahead->changed);
	}
	pthread_mutex_unlock(&ahead->lock);
	return NULL;
}

static void start_threads(struct ahead *ahead, unsigned count)
{
	pthread_attr_t attributes;
	pthread_attr_init(&attributes);
	bool ok = pthread_attr_setstacksize(&attributes, STACK_SIZE) == 0;
	while (ok && ahead->thread_count < count && ahead->thread_count < MOST_THREADS) {
		pthread_t *thread = &ahead->threads[ahead->thread_count];
		ok = pthread_create(thread, &attributes, work, ahead) == 0;
		ahead->thread_count += ok;
	}
	pthread_attr_destroy(&attributes);
}

struct ahead *ahead_start(
	struct arena *arena, const struct ir_module *module, const ahead_tasks *tasks, unsigned threads)
{
	struct ahead *ahead = ARENA_NEW(arena, struct ahead);
	ahead->module = module;
	ahead->tasks = tasks;
	ahead->results = ARENA_ARRAY(arena, struct ahead_result, tasks->count + 1);
	pthread_mutex_init(&ahead->lock, NULL);
	pthread_cond_init(&ahead->changed, NULL);
	if (tasks->count > 1)
		start_threads(ahead, threads < tasks->count ? threads : (unsigned)tasks->count - 1);
	return ahead;
}

const struct simt_report *ahead_take(struct ahead *ahead, size_t index, struct arena **arena)
{
	struct ahead_result *result = &ahead->results[index];
	pthread_mutex_lock(&ahead->lock);
	ahead->taken = index + 1;
	bool own = result->state == TASK_OPEN;
	if (own)
		ahead->begun = index + 1;
	pthread_cond_broadcast(&ahead->changed);
	while (!own && result->state != TASK_DONE)
		pthread_cond_wait(&ahead->changed, &ahead->lock);
	pthread_mutex_unlock(&ahead->lock);
	if (own)
		execute(ahead, index);
	*arena = result->arena;
	return result->report;
}

void ahead_end(struct ahead *ahead)
{
	pthread_mutex_lock(&ahead->lock);
	size_t begun = ahead->begun;
	ahead->begun = ahead->tasks->count;
	pthread_cond_broadcast(&ahead->changed);
	pthread_mutex_unlock(&ahead->lock);
	for (unsigned i = 0; i < ahead->thread_count; i++)
		pthread_join(ahead->threads[i], NULL);
	for (size_t i = ahead->taken; i < begun; i++)
		arena_free(ahead->results[i].arena);
	pthread_mutex_destroy(&ahead->lock);
	pthread_cond_destroy(&ahead->changed);
}
