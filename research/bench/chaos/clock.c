// A wall clock that jumps by up to about 30 years, forward and back, every 16th time it is read. For LD_PRELOAD;
// the monotonic clock is left alone. CLOCK_SEED draws the jumps.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long offset(void) {
  static unsigned reads;
  static long seconds;
  const char *seed = getenv("CLOCK_SEED");
  if (reads++ % 16 == 0) {
    unsigned state = reads + (seed ? (unsigned)atoi(seed) : 0);
    seconds = (long)(rand_r(&state) % 2000000000) - 1000000000;
  }
  return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int status = syscall(SYS_clock_gettime, clock, now);
  if (status == 0 && clock == CLOCK_REALTIME) now->tv_sec += offset();
  return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int status = syscall(SYS_gettimeofday, now, zone);
  if (status == 0) now->tv_sec += offset();
  return status;
}
