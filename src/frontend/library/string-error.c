/* The texts of error numbers and signals, as glibc prints them in the C locale. They are constant; the text of an unknown
 * number is made in a buffer of the calling thread. */
#define _GNU_SOURCE
#include "internal.h"
#include <signal.h>
#include <string.h>

static const char *const error_texts[] = {
  [0] = "Success",
  [EPERM] = "Operation not permitted",
  [ENOENT] = "No such file or directory",
  [ESRCH] = "No such process",
  [EINTR] = "Interrupted system call",
  [EIO] = "Input/output error",
  [ENXIO] = "No such device or address",
  [E2BIG] = "Argument list too long",
  [ENOEXEC] = "Exec format error",
  [EBADF] = "Bad file descriptor",
  [ECHILD] = "No child processes",
  [EAGAIN] = "Resource temporarily unavailable",
  [ENOMEM] = "Cannot allocate memory",
  [EACCES] = "Permission denied",
  [EFAULT] = "Bad address",
  [ENOTBLK] = "Block device required",
  [EBUSY] = "Device or resource busy",
  [EEXIST] = "File exists",
  [EXDEV] = "Invalid cross-device link",
  [ENODEV] = "No such device",
  [ENOTDIR] = "Not a directory",
  [EISDIR] = "Is a directory",
  [EINVAL] = "Invalid argument",
  [ENFILE] = "Too many open files in system",
  [EMFILE] = "Too many open files",
  [ENOTTY] = "Inappropriate ioctl for device",
  [ETXTBSY] = "Text file busy",
  [EFBIG] = "File too large",
  [ENOSPC] = "No space left on device",
  [ESPIPE] = "Illegal seek",
  [EROFS] = "Read-only file system",
  [EMLINK] = "Too many links",
  [EPIPE] = "Broken pipe",
  [EDOM] = "Numerical argument out of domain",
  [ERANGE] = "Numerical result out of range",
  [EDEADLK] = "Resource deadlock avoided",
  [ENAMETOOLONG] = "File name too long",
  [ENOLCK] = "No locks available",
  [ENOSYS] = "Function not implemented",
  [ENOTEMPTY] = "Directory not empty",
  [ELOOP] = "Too many levels of symbolic links",
  [ENOMSG] = "No message of desired type",
  [EIDRM] = "Identifier removed",
  [ECHRNG] = "Channel number out of range",
  [EL2NSYNC] = "Level 2 not synchronized",
  [EL3HLT] = "Level 3 halted",
  [EL3RST] = "Level 3 reset",
  [ELNRNG] = "Link number out of range",
  [EUNATCH] = "Protocol driver not attached",
  [ENOCSI] = "No CSI structure available",
  [EL2HLT] = "Level 2 halted",
  [EBADE] = "Invalid exchange",
  [EBADR] = "Invalid request descriptor",
  [EXFULL] = "Exchange full",
  [ENOANO] = "No anode",
  [EBADRQC] = "Invalid request code",
  [EBADSLT] = "Invalid slot",
  [EBFONT] = "Bad font file format",
  [ENOSTR] = "Device not a stream",
  [ENODATA] = "No data available",
  [ETIME] = "Timer expired",
  [ENOSR] = "Out of streams resources",
  [ENONET] = "Machine is not on the network",
  [ENOPKG] = "Package not installed",
  [EREMOTE] = "Object is remote",
  [ENOLINK] = "Link has been severed",
  [EADV] = "Advertise error",
  [ESRMNT] = "Srmount error",
  [ECOMM] = "Communication error on send",
  [EPROTO] = "Protocol error",
  [EMULTIHOP] = "Multihop attempted",
  [EDOTDOT] = "RFS specific error",
  [EBADMSG] = "Bad message",
  [EOVERFLOW] = "Value too large for defined data type",
  [ENOTUNIQ] = "Name not unique on network",
  [EBADFD] = "File descriptor in bad state",
  [EREMCHG] = "Remote address changed",
  [ELIBACC] = "Can not access a needed shared library",
  [ELIBBAD] = "Accessing a corrupted shared library",
  [ELIBSCN] = ".lib section in a.out corrupted",
  [ELIBMAX] = "Attempting to link in too many shared libraries",
  [ELIBEXEC] = "Cannot exec a shared library directly",
  [EILSEQ] = "Invalid or incomplete multibyte or wide character",
  [ERESTART] = "Interrupted system call should be restarted",
  [ESTRPIPE] = "Streams pipe error",
  [EUSERS] = "Too many users",
  [ENOTSOCK] = "Socket operation on non-socket",
  [EDESTADDRREQ] = "Destination address required",
  [EMSGSIZE] = "Message too long",
  [EPROTOTYPE] = "Protocol wrong type for socket",
  [ENOPROTOOPT] = "Protocol not available",
  [EPROTONOSUPPORT] = "Protocol not supported",
  [ESOCKTNOSUPPORT] = "Socket type not supported",
  [EOPNOTSUPP] = "Operation not supported",
  [EPFNOSUPPORT] = "Protocol family not supported",
  [EAFNOSUPPORT] = "Address family not supported by protocol",
  [EADDRINUSE] = "Address already in use",
  [EADDRNOTAVAIL] = "Cannot assign requested address",
  [ENETDOWN] = "Network is down",
  [ENETUNREACH] = "Network is unreachable",
  [ENETRESET] = "Network dropped connection on reset",
  [ECONNABORTED] = "Software caused connection abort",
  [ECONNRESET] = "Connection reset by peer",
  [ENOBUFS] = "No buffer space available",
  [EISCONN] = "Transport endpoint is already connected",
  [ENOTCONN] = "Transport endpoint is not connected",
  [ESHUTDOWN] = "Cannot send after transport endpoint shutdown",
  [ETOOMANYREFS] = "Too many references: cannot splice",
  [ETIMEDOUT] = "Connection timed out",
  [ECONNREFUSED] = "Connection refused",
  [EHOSTDOWN] = "Host is down",
  [EHOSTUNREACH] = "No route to host",
  [EALREADY] = "Operation already in progress",
  [EINPROGRESS] = "Operation now in progress",
  [ESTALE] = "Stale file handle",
  [EUCLEAN] = "Structure needs cleaning",
  [ENOTNAM] = "Not a XENIX named type file",
  [ENAVAIL] = "No XENIX semaphores available",
  [EISNAM] = "Is a named type file",
  [EREMOTEIO] = "Remote I/O error",
  [EDQUOT] = "Disk quota exceeded",
  [ENOMEDIUM] = "No medium found",
  [EMEDIUMTYPE] = "Wrong medium type",
  [ECANCELED] = "Operation canceled",
  [ENOKEY] = "Required key not available",
  [EKEYEXPIRED] = "Key has expired",
  [EKEYREVOKED] = "Key has been revoked",
  [EKEYREJECTED] = "Key was rejected by service",
  [EOWNERDEAD] = "Owner died",
  [ENOTRECOVERABLE] = "State not recoverable",
  [ERFKILL] = "Operation not possible due to RF-kill",
  [EHWPOISON] = "Memory page has hardware error",
};

static const char *const signal_texts[] = {
  [SIGHUP] = "Hangup",
  [SIGINT] = "Interrupt",
  [SIGQUIT] = "Quit",
  [SIGILL] = "Illegal instruction",
  [SIGTRAP] = "Trace/breakpoint trap",
  [SIGABRT] = "Aborted",
  [SIGBUS] = "Bus error",
  [SIGFPE] = "Floating point exception",
  [SIGKILL] = "Killed",
  [SIGUSR1] = "User defined signal 1",
  [SIGSEGV] = "Segmentation fault",
  [SIGUSR2] = "User defined signal 2",
  [SIGPIPE] = "Broken pipe",
  [SIGALRM] = "Alarm clock",
  [SIGTERM] = "Terminated",
  [SIGSTKFLT] = "Stack fault",
  [SIGCHLD] = "Child exited",
  [SIGCONT] = "Continued",
  [SIGSTOP] = "Stopped (signal)",
  [SIGTSTP] = "Stopped",
  [SIGTTIN] = "Stopped (tty input)",
  [SIGTTOU] = "Stopped (tty output)",
  [SIGURG] = "Urgent I/O condition",
  [SIGXCPU] = "CPU time limit exceeded",
  [SIGXFSZ] = "File size limit exceeded",
  [SIGVTALRM] = "Virtual timer expired",
  [SIGPROF] = "Profiling timer expired",
  [SIGWINCH] = "Window changed",
  [SIGIO] = "I/O possible",
  [SIGPWR] = "Power failure",
  [SIGSYS] = "Bad system call",
};

/* Writes `prefix` and a number, with a terminator; the room is private and large enough. */
static char *numbered(char *room, const char *prefix, int number) {
  char digits[10];
  int count = 0, at = 0;
  unsigned rest = number < 0 ? -(unsigned)number : (unsigned)number;
  do digits[count++] = (char)('0' + rest % 10);
  while (rest /= 10);
  for (; prefix[at]; at++) room[at] = prefix[at];
  if (number < 0) room[at++] = '-';
  while (count) room[at++] = digits[--count];
  room[at] = 0;
  return room;
}

const char *__rvl_error_text(int number, char *room) {
  if (number >= 0 && number < (int)(sizeof error_texts / sizeof *error_texts) && error_texts[number]) return error_texts[number];
  return numbered(room, "Unknown error ", number);
}

static _Thread_local char unknown[32];

/* glibc's text of the number; that of an unknown one is in a buffer of the thread. */
char *strerror(int number) {
  return (char *)__rvl_error_text(number, unknown);
}

/* GNU's variant: returns the text and leaves the buffer alone unless the number is unknown. */
char *strerror_r(int number, char *buffer, size_t size) {
  char room[32];
  const char *text = __rvl_error_text(number, room);
  if (text != room) return (char *)text;
  size_t length = __rvl_length(text);
  if (size) {
    if (length >= size) length = size - 1;
    __rvl_move(buffer, text, length);
    buffer[length] = 0;
  }
  return buffer;
}

/* POSIX's variant of strerror_r: copies the text; returns ERANGE if it does not fit and EINVAL for an unknown number. */
int __xpg_strerror_r(int number, char *buffer, size_t size) {
  char room[32];
  const char *text = __rvl_error_text(number, room);
  size_t length = __rvl_length(text);
  int result = text == room ? EINVAL : length < size ? 0 : ERANGE;
  if (size) {
    if (length >= size) length = size - 1;
    __rvl_move(buffer, text, length);
    buffer[length] = 0;
  }
  return result;
}

/* The text of the number, or null. */
const char *strerrordesc_np(int number) {
  char room[32];
  const char *text = __rvl_error_text(number, room);
  return text == room ? NULL : text;
}

/* glibc's text of the signal; that of an unknown one is in a buffer of the thread. */
char *strsignal(int number) {
  if (number >= SIGRTMIN && number <= SIGRTMAX) return numbered(unknown, "Real-time signal ", number - SIGRTMIN);
  if (number > 0 && number < (int)(sizeof signal_texts / sizeof *signal_texts) && signal_texts[number]) return (char *)signal_texts[number];
  return numbered(unknown, "Unknown signal ", number);
}
