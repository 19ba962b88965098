/**
 * Encodes values as Electron's IPC clones them, as text. It is one self-contained function, because the page runs it
 * from its source. Encoding throws Electron's own message for values that its structured clone refuses.
 */
export function createCodec(): { encode(value: unknown): string; decode(text: string): unknown } {
  const refuse = (): never => {
    throw new Error('An object could not be cloned.')
  }
  // Types that structured clone supports but Electron's IPC does not, because they exist only in a page.
  const ofThePage = ['Blob', 'Node', 'Window', 'Event', 'FileList', 'DataTransfer', 'ImageBitmap']
  const isOfThePage = (value: object): boolean =>
    ofThePage.some((name) => {
      const type = (globalThis as unknown as Record<string, unknown>)[name]
      return typeof type === 'function' && value instanceof type
    })
  const toBase64 = (bytes: Uint8Array): string => {
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return btoa(text)
  }
  const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))

  const toPlain = (value: unknown, path: ReadonlySet<unknown>): unknown => {
    if (value === undefined) return { $: 'undefined' }
    if (typeof value === 'function' || typeof value === 'symbol') return refuse()
    if (typeof value === 'bigint') return { $: 'bigint', v: String(value) }
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
      return { $: 'number', v: Object.is(value, -0) ? '-0' : String(value) }
    if (typeof value !== 'object' || value === null) return value
    if (path.has(value)) throw new Error('simulator: cyclic values are not carried')
    return objectToPlain(value, new Set([...path, value]))
  }
  const objectToPlain = (value: object, path: ReadonlySet<unknown>): unknown => {
    const each = (item: unknown): unknown => toPlain(item, path)
    if (Array.isArray(value)) return value.map(each)
    if (value instanceof Date) return { $: 'date', v: value.getTime() }
    if (value instanceof Map) return { $: 'map', v: [...value].map((pair) => pair.map(each)) }
    if (value instanceof Set) return { $: 'set', v: [...value].map(each) }
    if (value instanceof Error) return { $: 'error', v: [value.name, value.message] }
    if (value instanceof ArrayBuffer) return { $: 'buffer', v: toBase64(new Uint8Array(value)) }
    if (ArrayBuffer.isView(value))
      return { $: 'bytes', v: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
    const uncloneable =
      value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet || isOfThePage(value)
    if (uncloneable) return refuse()
    const entries = Object.entries(value).map(([key, item]) => [key, each(item)] as const)
    return '$' in value ? { $: 'object', v: entries } : Object.fromEntries(entries)
  }

  const fromPlain = (plain: unknown): unknown => {
    if (typeof plain !== 'object' || plain === null) return plain
    if (Array.isArray(plain)) return plain.map(fromPlain)
    const { $: kind, v } = plain as { $?: string; v?: unknown }
    if (kind === undefined)
      return Object.fromEntries(Object.entries(plain).map(([key, item]) => [key, fromPlain(item)]))
    if (kind === 'undefined') return undefined
    if (kind === 'bigint') return BigInt(v as string)
    if (kind === 'number') return Number(v)
    if (kind === 'date') return new Date(v as number)
    if (kind === 'buffer') return fromBase64(v as string).buffer
    if (kind === 'bytes') return fromBase64(v as string)
    if (kind === 'error') return Object.assign(new Error((v as string[])[1]), { name: (v as string[])[0] })
    const items = (v as unknown[]).map(fromPlain)
    if (kind === 'set') return new Set(items)
    return kind === 'map'
      ? new Map(items as [unknown, unknown][])
      : Object.fromEntries(items as [string, unknown][])
  }

  return {
    encode: (value) => JSON.stringify(toPlain(value, new Set())),
    decode: (text) => fromPlain(JSON.parse(text)),
  }
}
