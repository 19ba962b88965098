import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { signInTexts } from '../../ui/conventions.ts'
import type { Connection } from './connection.ts'

/** What every text field of the form is given: its place in the form, and what is wrong with it. */
export type FieldOf = (name: keyof Connection) => UseFormRegisterReturn & {
  autoComplete: string
  spellCheck: boolean
  error: ReactNode
}

/** The fields that are folded away. */
export const moreFields = ['clientSecret', 'authServer', 'basePath', ...signInTexts] as const

type Props = {
  way: Connection['way']
  field: FieldOf
  secretKept: boolean
  opened: boolean
  toggle: () => void
}

/** What few services need: a client secret, a sign-in server of its own and how to sign in there, another base path. */
export function MoreFields({ way, field, secretKept, opened, toggle }: Props) {
  const { t } = useTranslation('welcome')
  const { t: ui } = useTranslation('ui')
  const id = useId()
  const Icon = opened ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        ml={-8}
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={toggle}
      >
        {t('form.more')}
      </Button>
      {opened && (
        <Stack id={id} gap={16} mt={12}>
          {way === 'oauth' && (
            <>
              <PasswordInput
                visibilityToggleButtonProps={{ 'aria-label': t('form.reveal') }}
                label={t('form.clientSecret')}
                description={t(secretKept ? 'form.clientSecretKept' : 'form.clientSecretHint')}
                {...field('clientSecret')}
              />
              <TextInput
                label={t('form.authServer')}
                description={t('form.authServerHint')}
                placeholder={t('form.urlHint')}
                inputMode="url"
                {...field('authServer')}
              />
              {signInTexts.map((name) => (
                <TextInput
                  key={name}
                  label={ui(`signIn.${name}.label`)}
                  description={ui(`signIn.${name}.hint`)}
                  {...field(name)}
                />
              ))}
            </>
          )}
          <TextInput
            label={t('form.basePath')}
            description={t('form.basePathHint')}
            placeholder="/api/v1"
            {...field('basePath')}
          />
        </Stack>
      )}
    </div>
  )
}
