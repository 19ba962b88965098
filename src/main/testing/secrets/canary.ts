/** Bytes that were written or printed, and their place. */
export type LeakSource = { place: string; bytes: Buffer }
/** A secret that was found in a place where it must never be. */
export type Leak = { secret: string; form: string; place: string }

export const formNames = [
  'raw',
  'json',
  'json-slashes',
  'json-codes',
  'url',
  'url-lower',
  'base64',
  'base64url',
  'hex',
  'HEX',
  'utf16le',
  'utf16be',
] as const
export type FormName = (typeof formNames)[number]

/**
 * Returns the secret in every encoding it could leak in; several forms if the encoding depends on the preceding bytes.
 */
export function formsOf(secret: string): Record<FormName, Buffer[]> {
  const bytes = Buffer.from(secret)
  const url = encodeURIComponent(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  const utf16 = Buffer.from(secret, 'utf16le')
  const text = (...forms: string[]): Buffer[] => forms.map((form) => Buffer.from(form))
  return {
    raw: [bytes],
    json: text(json),
    'json-slashes': text(json.replaceAll('/', '\\/')),
    'json-codes': text(...inEscapes(secret)),
    url: text(url),
    'url-lower': text(url.replaceAll(/%../g, (escape) => escape.toLowerCase())),
    base64: text(...inBase64(bytes, 'base64')),
    base64url: text(...inBase64(bytes, 'base64url')),
    hex: text(bytes.toString('hex')),
    HEX: text(bytes.toString('hex').toUpperCase()),
    utf16le: [utf16],
    utf16be: [Buffer.from(utf16).swap16()],
  }
}

/** As servers write JSON that escape more than they must: `+` alone, or all that is neither letter nor digit. */
function inEscapes(secret: string): string[] {
  const code = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  const all = secret.replaceAll(/[^a-z\d]/gi, code)
  const partial = secret.replaceAll('+', '\\u002B')
  return [
    partial,
    partial.replaceAll('/', '\\/'),
    all,
    all.replaceAll(/\\u..../g, (c) => `\\u${c.slice(2).toUpperCase()}`),
  ]
}

/**
 * Returns the bytes as they look inside a longer base64 text: in each of three alignments, without the characters at
 * both ends that share bits with neighboring bytes.
 */
function inBase64(bytes: Buffer, encoding: 'base64' | 'base64url'): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString(encoding)
      .replaceAll('=', '')
    const wholeCharacters = Math.floor(((before + bytes.length) * 8) / 6)
    return encoded.slice(Math.ceil((before * 8) / 6), wholeCharacters)
  })
}

/** Every secret, in every form, in every piece of evidence. Forms that are alike are sought once, as the first. */
export function findLeaks(secrets: Record<string, string>, evidence: readonly LeakSource[]): Leak[] {
  const encodedSecrets = Object.entries(secrets).flatMap(([secret, value]) => differentForms(secret, value))
  return evidence.flatMap(({ place, bytes }) =>
    encodedSecrets
      .filter(({ patterns }) => patterns.some((form) => bytes.includes(form)))
      .map(({ secret, form }) => ({ secret, form, place })),
  )
}

/** Each leak once, in words. */
export const leaksInWords = (secrets: Record<string, string>, evidence: readonly LeakSource[]): string[] => [
  ...new Set(
    findLeaks(secrets, evidence).map(({ secret, form, place }) => `${secret} (${form}) in ${place}`),
  ),
]

function differentForms(
  secret: string,
  value: string,
): { secret: string; form: string; patterns: Buffer[] }[] {
  const seen = new Set<string>()
  return Object.entries(formsOf(value)).flatMap(([form, all]) => {
    const patterns = all.filter((bytes) => !seen.has(bytes.toString('latin1')))
    for (const bytes of patterns) seen.add(bytes.toString('latin1'))
    return patterns.length === 0 ? [] : [{ secret, form, patterns }]
  })
}
