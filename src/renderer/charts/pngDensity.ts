const mmPerInch = 25.4
/** Signature (8 bytes), then the header: length, name, 13 bytes and checksum. */
const headerEnd = 8 + 4 + 4 + 13 + 4
const chunkLength = 4 + 4 + 9 + 4

/** The same picture with its dots per inch, which PNG keeps per metre; programs then place it in its size. */
export function withDensity(png: Uint8Array, dpi: number): Uint8Array<ArrayBuffer> {
  const perMetre = Math.round((dpi * 1000) / mmPerInch)
  const chunk = new Uint8Array(chunkLength)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, 9)
  chunk.set(new TextEncoder().encode('pHYs'), 4)
  view.setUint32(8, perMetre)
  view.setUint32(12, perMetre)
  view.setUint8(16, 1)
  view.setUint32(17, checksum(chunk.subarray(4, 17)))
  const output = new Uint8Array(png.length + chunk.length)
  output.set(png.subarray(0, headerEnd))
  output.set(chunk, headerEnd)
  output.set(png.subarray(headerEnd), headerEnd + chunk.length)
  return output
}

/** CRC-32 as PNG reckons it (ISO 3309). */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
