/* Locks of a program with one thread. */
#pragma once

typedef int pthread_rwlock_t;
#define pthread_rwlock_init(lock, attributes) ((void)(lock))
#define pthread_rwlock_destroy(lock) ((void)(lock))
#define pthread_rwlock_wrlock(lock) ((void)(lock))
#define pthread_rwlock_rdlock(lock) ((void)(lock))
#define pthread_rwlock_unlock(lock) ((void)(lock))
