/* What ck's configure would write for a machine it knows nothing about: no special instructions, relaxed memory order. */
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
#define CK_MD_RMO
#define CK_VERSION "0.7.1"
#define CK_GIT_SHA ""
#endif
