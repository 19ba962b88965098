import { MantineProvider } from '@mantine/core'
import { type RenderResult, render } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactElement } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { locale as charts } from '../../../figures/locale.ts'
import { locale as ui } from '../../ui/locale.ts'
import { PageStateProvider } from '../../ui/pageState.ts'
import { testPage } from '../../ui/testing/testPage.ts'
import { locale as figure } from '../saving/locale.ts'

type Words = Record<string, unknown>

/** Renders a component with the page's theme and the English texts of the namespaces it uses. */
export function renderInPage(element: ReactElement, namespaces: Record<string, Words> = {}): RenderResult {
  const i18n = i18next.createInstance()
  void i18n.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { charts: charts.en, figure: figure.en, ui: ui.en, ...namespaces } },
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return render(
    <I18nextProvider i18n={i18n}>
      <MantineProvider env="test">
        <PageStateProvider value={testPage}>{element}</PageStateProvider>
      </MantineProvider>
    </I18nextProvider>,
  )
}
