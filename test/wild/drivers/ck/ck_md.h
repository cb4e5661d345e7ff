/* What ck's configure would write: no special instructions, and a relaxed memory order unless the flags say that of x86. */
#ifndef CK_MD_H
#define CK_MD_H
#define CK_MD_CACHELINE (64)
#define CK_MD_PAGESIZE (4096)
#define CK_MD_RTM_DISABLE
#define CK_MD_LSE_DISABLE
#define CK_MD_POINTER_PACK_DISABLE
#define CK_MD_SSE_DISABLE
#define CK_MD_VMA_BITS 48
#define CK_MD_VMA_BITS_DISABLE
#ifndef CK_MD_TSO
#define CK_MD_RMO
#endif
#define CK_VERSION "0.7.1"
#define CK_GIT_SHA ""
#endif
