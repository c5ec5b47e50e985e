/*
 * Stands in front of the C library for one process, as if it ran on a Pi: /dev/i2c-1 is whoever
 * listens at the socket $STAND_IN_I2C, what is sent to /dev/spidev0.0 goes to the end of the file
 * $STAND_IN_SPI, /dev/gpiomem is memory, and the Pi's revision is that of $STAND_IN_CPUINFO or, for
 * programs of 64-bit ARM, which ask the device tree, of $STAND_IN_REVISION.
 *
 * On the socket a transaction is: how many messages; for each its address, 1 for a read, its length
 * (two bytes, low first) and, for a write, its bytes. The answer is an errno, or 0 and what was read.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/spi/spidev.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int i2c = -1, spi = -1;
static uint16_t slave;

static int (*real_open)(const char *, int, ...);
static FILE *(*real_fopen)(const char *, const char *);
static int (*real_ioctl)(int, unsigned long, ...);
static ssize_t (*real_read)(int, void *, size_t);
static ssize_t (*real_write)(int, const void *, size_t);

__attribute__((constructor)) static void find_the_real_ones(void)
{
    real_open = dlsym(RTLD_NEXT, "open");
    real_fopen = dlsym(RTLD_NEXT, "fopen");
    real_ioctl = dlsym(RTLD_NEXT, "ioctl");
    real_read = dlsym(RTLD_NEXT, "read");
    real_write = dlsym(RTLD_NEXT, "write");
}

static int called(void)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    const char *name = getenv("STAND_IN_I2C");

    if (!name) {
        errno = ENOENT;
        return -1;
    }
    strncpy(address.sun_path, name, sizeof(address.sun_path) - 1);
    i2c = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(i2c, (struct sockaddr *)&address, sizeof(address)) < 0)
        return -1;
    return i2c;
}

static int opened(const char *path, int flags, mode_t mode)
{
    if (!strcmp(path, "/dev/i2c-1"))
        return called();
    if (!strcmp(path, "/dev/spidev0.0"))
        return spi = real_open(getenv("STAND_IN_SPI"), O_RDWR | O_APPEND | O_CREAT, 0600);
    if (!strcmp(path, "/dev/gpiomem")) {
        int memory = memfd_create("gpiomem", 0);

        /* It is mapped where the registers are, which is below this. */
        return ftruncate(memory, 1L << 32) < 0 ? -1 : memory;
    }
    return real_open(path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return opened(path, flags | O_LARGEFILE, mode);
}

static const char *elsewhere(const char *path)
{
    const char *cpuinfo = getenv("STAND_IN_CPUINFO"), *revision = getenv("STAND_IN_REVISION");

    if (cpuinfo && !strcmp(path, "/proc/cpuinfo"))
        return cpuinfo;
    if (revision && !strcmp(path, "/proc/device-tree/system/linux,revision"))
        return revision;
    return path;
}

FILE *fopen(const char *path, const char *how)
{
    return real_fopen(elsewhere(path), how);
}

FILE *fopen64(const char *path, const char *how)
{
    return real_fopen(elsewhere(path), how);
}

static int send_all(void *data, size_t length)
{
    return send(i2c, data, length, MSG_NOSIGNAL) == (ssize_t)length ? 0 : -1;
}

static int receive_all(void *data, size_t length)
{
    return recv(i2c, data, length, MSG_WAITALL) == (ssize_t)length ? 0 : -1;
}

static int transact(struct i2c_msg *messages, unsigned count)
{
    uint8_t number = count, error;

    send_all(&number, 1);
    for (unsigned i = 0; i < count; i++) {
        struct i2c_msg *m = &messages[i];
        uint8_t head[] = { m->addr, m->flags & I2C_M_RD, m->len & 0xff, m->len >> 8 };

        send_all(head, sizeof(head));
        if (!(m->flags & I2C_M_RD) && m->len)
            send_all(m->buf, m->len);
    }
    if (receive_all(&error, 1) < 0)
        error = EIO;
    for (unsigned i = 0; !error && i < count; i++)
        if ((messages[i].flags & I2C_M_RD) && messages[i].len)
            receive_all(messages[i].buf, messages[i].len);
    errno = error;
    return error ? -1 : (int)count;
}

int ioctl(int file, unsigned long request, ...)
{
    va_list more;
    va_start(more, request);
    void *argument = va_arg(more, void *);
    va_end(more);
    if (file >= 0 && file == i2c) {
        if (request == I2C_SLAVE) {
            slave = (uintptr_t)argument;
            return 0;
        }
        if (request == I2C_RDWR) {
            struct i2c_rdwr_ioctl_data *data = argument;
            return transact(data->msgs, data->nmsgs);
        }
        errno = ENOTTY;
        return -1;
    }
    if (file >= 0 && file == spi) {
        if (request == SPI_IOC_MESSAGE(1)) {
            struct spi_ioc_transfer *transfer = argument;
            return real_write(spi, (void *)(uintptr_t)transfer->tx_buf, transfer->len);
        }
        return 0;
    }
    return real_ioctl(file, request, argument);
}

ssize_t read(int file, void *data, size_t length)
{
    if (file < 0 || file != i2c)
        return real_read(file, data, length);
    struct i2c_msg message = { .addr = slave, .flags = I2C_M_RD, .len = length, .buf = data };
    return transact(&message, 1) < 0 ? -1 : (ssize_t)length;
}

ssize_t write(int file, const void *data, size_t length)
{
    if (file < 0 || file != i2c)
        return real_write(file, data, length);
    struct i2c_msg message = { .addr = slave, .len = length, .buf = (void *)data };
    return transact(&message, 1) < 0 ? -1 : (ssize_t)length;
}
