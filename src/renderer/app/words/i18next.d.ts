import type { words } from './en.ts'

/** The keys of `t` come from the English texts, of `ui` in every namespace. `t(key, { defaultValue })` takes any key. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app'
    fallbackNS: 'ui'
    resources: typeof words
  }
}
