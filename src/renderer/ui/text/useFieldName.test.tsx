import { renderHook } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, it } from 'vitest'
import texts from '../../../shared/words/en/screens/shared/ui.json' with { type: 'json' }
import { useFieldName } from './formats.tsx'

it('shows an unknown field under its own name, whatever characters it contains', async () => {
  const i18n = i18next.createInstance()
  await i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { ui: texts } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
  )
  const { result } = renderHook(useFieldName, { wrapper })
  const names = ['age', 'dose {{mg}}', 'ratio a:b', 'group.age', '$t(loading)', 'constructor']
  expect(names.map((name) => result.current(name))).toEqual(['Age (years)', ...names.slice(1)])
})
