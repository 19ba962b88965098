import { MantineProvider, Stack, Text, Title } from '@mantine/core'
import localeEn from '../../shared/words/en/screens/app.json' with { type: 'json' }
import localeZh from '../../shared/words/zh-CN/screens/app.json' with { type: 'json' }
import { toLanguage } from './i18n.ts'
import { cssVariablesFor, theme } from './theme.ts'

const locale = { en: localeEn, 'zh-CN': localeZh }

const cssVariables = cssVariablesFor('compact')

/** Shown alone when the host refuses this page, so that no request can be answered. */
export function StartFailure({ nonce, message }: { nonce: string; message: string }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => nonce}
      defaultColorScheme="auto"
    >
      <Stack component="main" role="alert" maw={480} mx="auto" pt={96} px={24} gap={8}>
        <Title order={1} fz="xl">
          {locale[toLanguage('system')].start.failed}
        </Title>
        <Text>{message}</Text>
      </Stack>
    </MantineProvider>
  )
}
