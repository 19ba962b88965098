/** How a language writes texts, numbers and what is left out, for the parameters at the head of a program. */
export type Literals = {
  text(value: string): string
  number(value: number | null): string
  yesNo(value: boolean): string
  none: string
  assign(name: string, value: string): string
  texts(values: readonly string[]): string
  lists(values: readonly (readonly string[])[]): string
  /** Under names; null: nothing was said. */
  named(values: Readonly<Record<string, number | null>>): string
}

/** Letters and digits of ASCII, and what a line of code may hold in quotes; everything else by its number. */
const plain = /[^ !#-[\]-~]/gu
const place = (letter: string, digits: number): string =>
  (letter.codePointAt(0) ?? 0).toString(16).padStart(digits, '0')

/** NUL has no place in a text of R. */
const rText = (value: string): string =>
  `"${value
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(plain, (letter) => `\\U{${place(letter, 4)}}`)}"`

export const r: Literals = {
  text: rText,
  number: (value) => (value === null ? 'NA' : String(value)),
  yesNo: (value) => (value ? 'TRUE' : 'FALSE'),
  none: 'NULL',
  assign: (name, value) => `${name} <- ${value}`,
  texts: (values) => `c(${values.map(rText).join(', ')})`,
  lists: (values) => `list(${values.map((some) => `\n  ${r.texts(some)}`).join(',')})`,
  named: (values) =>
    `c(${Object.entries(values)
      .map(([name, value]) => `${name} = ${r.number(value)}`)
      .join(', ')})`,
}

const pythonText = (value: string): string =>
  `"${value.toWellFormed().replace(plain, (letter) => {
    const digits = place(letter, 4)
    return digits.length > 4 ? `\\U${place(letter, 8)}` : `\\u${digits}`
  })}"`

export const python: Literals = {
  text: pythonText,
  number: (value) => (value === null ? 'None' : String(value)),
  yesNo: (value) => (value ? 'True' : 'False'),
  none: 'None',
  assign: (name, value) => `${name} = ${value}`,
  texts: (values) => `[${values.map(pythonText).join(', ')}]`,
  lists: (values) => `[${values.map((some) => `\n    ${python.texts(some)},`).join('')}]`,
  named: (values) =>
    `{${Object.entries(values)
      .map(([name, value]) => `${pythonText(name)}: ${python.number(value)}`)
      .join(', ')}}`,
}
