/**
 * Stands for a schema that is made when it is first used. It has all that the schema has, and can be part of another one
 * before it is made.
 */
export function lazySchema<Schema extends object>(make: () => Schema): Schema {
  let made: Schema | undefined
  const schema = (): Schema => (made ??= make())
  return new Proxy({} as Schema, {
    get: (_, name) => Reflect.get(schema(), name),
    set: (_, name, value) => Reflect.set(schema(), name, value),
    has: (_, name) => name in schema(),
    getPrototypeOf: () => Reflect.getPrototypeOf(schema()),
  })
}
