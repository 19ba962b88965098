import { Box, Button, Flex, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExampleFile } from '../../../shared/domain/app/appData.ts'
import { isDemo } from '../../../shared/domain/app/profile.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { saveFile } from '../../client/files.ts'
import { useReadOnly } from '../../state/appStatus.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import shared from '../../ui/shared.module.css'
import classes from './examples.module.css'

type Opened = { opened?: (() => void) | undefined }

/** True if examples can be imported here: only in the demo, because elsewhere their orders may cost money. */
function useMayTry(): boolean {
  const profile = useCall('app.status', {}).data?.profile
  return !useReadOnly() && Boolean(profile && isDemo(profile))
}

/**
 * Example files to import or save, which are not offered beside the user's own data. `opened`: called before the import
 * opens.
 */
export function Examples({ opened }: Opened) {
  const { t } = useTranslation('hint', { keyPrefix: 'examples' })
  const titleId = useId()
  const mayTry = useMayTry()
  const files = useCall('examples.list', {}).data ?? []
  const status = useCall('app.status', {}).data
  if (files.length === 0 || !status || (status.profile && !isDemo(status.profile))) return null
  return (
    <Box component="section" w="100%" aria-labelledby={titleId}>
      <Box id={titleId} component="p" mt={0} mb="sm" mx={0} c="dimmed" fz="sm">
        {t('text')}
      </Box>
      <ul className={classes.list}>
        {files.map((file) => (
          <ExampleLine key={file.name} file={file} mayTry={mayTry} opened={opened} />
        ))}
      </ul>
    </Box>
  )
}

/** Offers the first example in place of an empty list. */
export function TryExample() {
  const { t } = useTranslation('hint', { keyPrefix: 'examples' })
  const mayTry = useMayTry()
  const [first] = useCall('examples.list', {}).data ?? []
  const { run, pending, failure } = useTry()
  if (!first || !mayTry) return null
  return (
    <>
      <Button loading={pending} onClick={() => void run(first)}>
        {t('tryNamed', { name: first.name })}
      </Button>
      {failure && <FailureNotice flush failure={failure} />}
    </>
  )
}

function useTry(opened?: () => void) {
  const navigate = useNavigate()
  return useAction(async ({ name }: ExampleFile) => {
    const { fileId } = await call('examples.open', { name })
    opened?.()
    await navigate({ to: '/import', search: { file: fileId } })
  })
}

function ExampleLine({ file, mayTry, opened }: { file: ExampleFile; mayTry: boolean } & Opened) {
  const { t } = useTranslation('hint', { keyPrefix: 'examples' })
  const { name } = file
  const open = useTry(opened)
  const save = useAction(() => saveFile(name, (fileId) => call('examples.save', { name, fileId })))
  const failure = open.failure ?? save.failure
  return (
    <Flex component="li" rowGap="sm" columnGap="lg" wrap="wrap" align="center" ta="left">
      <Box component="span" flex="1 1 260px" miw={0} fz="sm">
        <b>{name}</b>{' '}
        <span className={shared.dimmed}>{t(aboutKeys[name] ?? 'title', { defaultValue: name })}</span>
      </Box>
      <Group component="span" gap="sm" wrap="nowrap" align="stretch">
        {mayTry && (
          <Button
            size="compact-sm"
            variant="light"
            aria-label={t('tryNamed', { name })}
            {...open.buttonProps(file)}
          >
            {t('try')}
          </Button>
        )}
        <Button size="compact-sm" aria-label={t('saveNamed', { name })} {...save.buttonProps()}>
          {t('save')}
        </Button>
      </Group>
      <span role="status" className={classes.outcome}>
        {save.value ? t('saved', { name: save.value.file.name }) : ''}
      </span>
      {failure && <FailureNotice flush failure={failure} />}
    </Flex>
  )
}

const aboutKeys: Record<string, string> = { 'cohort.csv': 'about.cohort', 'cohort-messy.csv': 'about.messy' }
