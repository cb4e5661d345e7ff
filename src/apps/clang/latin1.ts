// Bytes as text with a character per byte, and back: C text is passed on as it is, whatever its encoding.

export const latin1Text = (bytes: Uint8Array): string => {
  const parts: string[] = [];
  const chunk = 8192;
  for (let at = 0; at < bytes.length; at += chunk)
    parts.push(String.fromCharCode.apply(null, bytes.subarray(at, at + chunk) as unknown as number[]));
  return parts.join("");
};

export const latin1Bytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
