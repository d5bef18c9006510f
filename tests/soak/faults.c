/* Loaded into the server by LD_PRELOAD: a full disk, a slow disk and a clock that jumps, as the file named by
 * TOUCHLINE_FAULTS says at each moment. It holds three 64-bit numbers, which the soak writes (faults.py). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct faults {
    int64_t disk;          /* 0: sound; 1: nothing can grow; 2: the same, after half of what is written; 3: fsync fails */
    int64_t sync_micros;   /* each fsync takes so much longer, each write a fiftieth of it */
    int64_t clock_seconds; /* the clock on the wall is off by so much */
};

static const volatile struct faults none;
static const volatile struct faults *now = &none;

__attribute__((constructor)) static void look_at_the_file(void) {
    const char *path = getenv("TOUCHLINE_FAULTS");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *seen = mmap(NULL, sizeof(struct faults), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (seen != MAP_FAILED) now = seen;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* How many of these bytes the disk still has room for: all where the file does not grow. */
static ssize_t room(int file, size_t size, off64_t at) {
    struct stat is;
    if (now->disk != 1 && now->disk != 2) return (ssize_t)size;
    if (fstat(file, &is) != 0 || !S_ISREG(is.st_mode) || at + (off64_t)size <= is.st_size) return (ssize_t)size;
    return now->disk == 2 && size > 1 ? (ssize_t)(size / 2) : -1;
}

static void dawdle(int64_t micros) {
    if (micros > 0) usleep((useconds_t)micros);
}

ssize_t pwrite64(int file, const void *from, size_t size, off64_t at) {
    static __typeof__(&pwrite64) real;
    if (!real) real = REAL(pwrite64);
    dawdle(now->sync_micros / 50);
    ssize_t fits = room(file, size, at);
    if (fits < 0) return errno = ENOSPC, -1;
    return real(file, from, (size_t)fits, at);
}

ssize_t pwrite(int file, const void *from, size_t size, off_t at) { return pwrite64(file, from, size, at); }

ssize_t write(int file, const void *from, size_t size) {
    static __typeof__(&write) real;
    if (!real) real = REAL(write);
    ssize_t fits = now->disk == 0 ? (ssize_t)size : room(file, size, lseek64(file, 0, SEEK_CUR));
    if (fits < 0) return errno = ENOSPC, -1;
    return real(file, from, (size_t)fits);
}

int ftruncate64(int file, off64_t size) {
    static __typeof__(&ftruncate64) real;
    if (!real) real = REAL(ftruncate64);
    if (room(file, (size_t)size, 0) != (ssize_t)size) return errno = ENOSPC, -1;
    return real(file, size);
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

int fdatasync(int file) {
    static __typeof__(&fdatasync) real;
    if (!real) real = REAL(fdatasync);
    dawdle(now->sync_micros);
    if (now->disk == 3) return errno = EIO, -1;
    return real(file);
}

int fsync(int file) {
    static __typeof__(&fsync) real;
    if (!real) real = REAL(fsync);
    dawdle(now->sync_micros);
    if (now->disk == 3) return errno = EIO, -1;
    return real(file);
}

int clock_gettime(clockid_t clock, struct timespec *into) {
    static __typeof__(&clock_gettime) real;
    if (!real) real = REAL(clock_gettime);
    int result = real(clock, into);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) into->tv_sec += now->clock_seconds;
    return result;
}

int gettimeofday(struct timeval *into, void *zone) {
    static __typeof__(&gettimeofday) real;
    if (!real) real = REAL(gettimeofday);
    int result = real(into, zone);
    if (result == 0 && into) into->tv_sec += now->clock_seconds;
    return result;
}

time_t time(time_t *into) {
    struct timespec is;
    clock_gettime(CLOCK_REALTIME, &is);
    if (into) *into = is.tv_sec;
    return is.tv_sec;
}
