import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugSet } from '../../../shared/domain/drug.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'

/** `of`: the list that gets another name; null makes a new one. */
type Props = { of: DrugSet | null; close(): void; named(set: DrugSet): void }

/** Asks for the name of a list. */
export function NameDialog({ of, close, named }: Props) {
  const { t } = useTranslation('lists')
  const [name, setName] = useState(of?.name ?? '')
  const save = useAction(async () => {
    const trimmed = name.trim()
    named(
      of
        ? await call('sets.change', { setId: of.setId, name: trimmed })
        : await call('sets.create', { name: trimmed }),
    )
  })
  return (
    <Dialog opened onClose={close} title={t(of ? 'renameTitle' : 'createTitle')} size={400}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim()) void save.run()
        }}
      >
        <Stack gap={16}>
          <TextInput
            data-autofocus
            label={t('name')}
            placeholder={t('namePlaceholder')}
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {save.failure && <FailureNotice failure={save.failure} flush />}
          <Group gap={8} justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={!name.trim()} loading={save.pending}>
              {t(of ? 'rename' : 'createNow')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
