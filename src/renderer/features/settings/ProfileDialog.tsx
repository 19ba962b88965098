import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../shared/domain/profile.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { createUndoOffer } from '../../state/undo.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'

const mostPerMinute = 1_000_000
const longestName = 80

/** The name of a profile and how many requests it may send; only what was changed is sent. */
export function ProfileDialog({ profile, close }: { profile: Profile; close: () => void }) {
  const { t } = useTranslation('settings')
  const [name, setName] = useState(profile.name)
  const [rate, setRate] = useState<number | string>(profile.requestsPerMinute)
  const nameIsGood = name.trim().length > 0 && name.trim().length <= longestName
  const rateIsGood = typeof rate === 'number' && Number.isInteger(rate) && rate >= 1 && rate <= mostPerMinute
  const save = useAction(async () => {
    const offerUndo = createUndoOffer()
    const { id: profileId, name: formerName, requestsPerMinute } = profile
    const change = {
      ...(name.trim() === formerName ? {} : { name: name.trim() }),
      ...(rate === requestsPerMinute ? {} : { requestsPerMinute: Number(rate) }),
    }
    await call('profiles.change', { profileId, ...change })
    close()
    if (Object.keys(change).length === 0) return
    const former = {
      ...('name' in change ? { name: formerName } : {}),
      ...('requestsPerMinute' in change ? { requestsPerMinute } : {}),
    }
    const undo = () => call('profiles.change', { profileId, ...former })
    offerUndo({
      message: t('profiles.dialog.changed', { name: formerName }),
      label: t('profiles.dialog.undo'),
      undo,
    })
  })
  return (
    <Dialog opened onClose={close} title={t('profiles.dialog.title', { name: profile.name })} size={440}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (nameIsGood && rateIsGood) void save.run()
        }}
      >
        <Stack gap={16}>
          <TextInput
            data-autofocus
            label={t('profiles.dialog.name')}
            autoComplete="off"
            value={name}
            error={!nameIsGood && t('profiles.dialog.nameProblem')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <NumberInput
            label={t('profiles.dialog.rate')}
            description={t('profiles.dialog.rateHint')}
            hideControls
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=","
            inputMode="numeric"
            value={rate}
            error={!rateIsGood && t('profiles.dialog.rateProblem')}
            onChange={setRate}
          />
          {save.failure && <FailureNotice flush failure={save.failure} />}
          <Group gap={8} justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('profiles.dialog.cancel')}
            </Button>
            <Button type="submit" loading={save.pending} disabled={!nameIsGood || !rateIsGood}>
              {t('profiles.dialog.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
