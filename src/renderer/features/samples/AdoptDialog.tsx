import { Button, Checkbox, Group, Stack, Tabs, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input } from '../../../shared/contract/contract.ts'
import type { FileHandle } from '../../../shared/contract/state.ts'
import type { Adoption } from '../../../shared/domain/register.ts'
import { call } from '../../client/call.ts'
import { chooseFile } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { AdoptOutcome } from './AdoptOutcome.tsx'
import { mostPasted, parsePasted } from './pastedIds.ts'

/** Takes orders that were placed elsewhere into the register: chosen as a file or pasted, then told what became of each. */
export function AdoptDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('samples')
  const [way, setWay] = useState<string | null>('paste')
  const [text, setText] = useState('')
  const [file, setFile] = useState<FileHandle | null>(null)
  const [keepUnknown, setKeepUnknown] = useState(false)
  const [adoption, setAdoption] = useState<Adoption | null>(null)
  const pasted = parsePasted(text)
  const tooMany = pasted.length > mostPasted
  const choose = useAction(async () => setFile((await chooseFile('any')) ?? file))
  const adopt = useAction(async (anyway: boolean) => {
    const from: Input<'samples.adopt'>['from'] =
      way === 'file' ? { fileId: file?.fileId ?? '' } : { samples: pasted }
    setAdoption(await call('samples.adopt', { from, keepUnknown: anyway }))
  })
  const ready = way === 'file' ? file !== null : pasted.length > 0 && !tooMany
  const failure = adopt.failure ?? choose.failure
  return (
    <Dialog opened onClose={close} title={t('adopt.title')} size={560}>
      <Stack gap={16}>
        <Text fz={12}>{t('adopt.about')}</Text>
        {adoption ? (
          <AdoptOutcome
            adoption={adoption}
            keptUnknown={keepUnknown}
            keepAnyway={() => {
              setKeepUnknown(true)
              void adopt.run(true)
            }}
            askAgain={() => void adopt.run(keepUnknown)}
          />
        ) : (
          <>
            <Tabs value={way} onChange={setWay} keepMounted={false}>
              <Tabs.List aria-label={t('adopt.title')}>
                <Tabs.Tab value="paste">{t('adopt.paste')}</Tabs.Tab>
                <Tabs.Tab value="file">{t('adopt.file')}</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="paste" pt={12} mih={184}>
                <Textarea
                  data-autofocus
                  label={t('adopt.ids')}
                  description={t('adopt.idsHint')}
                  rows={6}
                  value={text}
                  error={tooMany && t('adopt.tooMany', { most: mostPasted })}
                  onChange={({ currentTarget }) => setText(currentTarget.value)}
                />
                <Text component="output" fz={12} c="dimmed" mt={4}>
                  {t('adopt.pasted', { count: pasted.length })}
                </Text>
              </Tabs.Panel>
              <Tabs.Panel value="file" pt={12} mih={184}>
                <Text fz={12} mb={12}>
                  {t('adopt.fileHint')}
                </Text>
                <Group gap={12}>
                  <Button variant="default" loading={choose.pending} onClick={() => void choose.run()}>
                    {t('adopt.choose')}
                  </Button>
                  <Text component="output" fz={13}>
                    {file?.name}
                  </Text>
                </Group>
              </Tabs.Panel>
            </Tabs>
            <Checkbox
              label={t('adopt.keepUnknown')}
              description={t('adopt.keepUnknownHint')}
              checked={keepUnknown}
              onChange={({ currentTarget }) => setKeepUnknown(currentTarget.checked)}
            />
          </>
        )}
        {failure && <FailureNotice flush failure={failure} />}
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            {t(adoption ? 'adopt.close' : 'added.cancel')}
          </Button>
          {!adoption && (
            <Button disabled={!ready} loading={adopt.pending} onClick={() => void adopt.run(keepUnknown)}>
              {t('adopt.start')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
