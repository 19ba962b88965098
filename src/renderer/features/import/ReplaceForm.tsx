import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Replacement } from '../../../shared/domain/importing.ts'
import classes from './import.module.css'

type Props = {
  columns: string[]
  at: { column: string; text: string }
  pending: boolean
  /** What the last replacement did. */
  said: string
  replace(replacement: Replacement): void
}

/** Puts one text in the place of another in a whole column, also in rows that are not shown. */
export function ReplaceForm({ columns, at, pending, said, replace }: Props) {
  const { t } = useTranslation('import')
  const [wanted, setWanted] = useState<Replacement>({
    column: at.column,
    find: at.text,
    replaceBy: '',
    whole: true,
    matchCase: true,
  })
  const set = (part: Partial<Replacement>) => setWanted({ ...wanted, ...part })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        replace(wanted)
      }}
    >
      <Stack gap={8}>
        <NativeSelect
          size="xs"
          label={t('replace.column')}
          value={wanted.column}
          onChange={({ currentTarget }) => set({ column: currentTarget.value })}
          data={columns}
        />
        <TextInput
          size="xs"
          label={t('replace.find')}
          maxLength={1000}
          value={wanted.find}
          onChange={({ currentTarget }) => set({ find: currentTarget.value })}
        />
        <TextInput
          size="xs"
          label={t('replace.by')}
          maxLength={1000}
          data-autofocus
          value={wanted.replaceBy}
          onChange={({ currentTarget }) => set({ replaceBy: currentTarget.value })}
        />
        <Checkbox
          size="xs"
          label={t('replace.whole')}
          checked={wanted.whole}
          onChange={({ currentTarget }) => set({ whole: currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label={t('replace.matchCase')}
          checked={wanted.matchCase}
          onChange={({ currentTarget }) => set({ matchCase: currentTarget.checked })}
        />
        <div className={classes.foot}>
          <Button
            type="submit"
            size="xs"
            loading={pending}
            disabled={(wanted.find === '' && !wanted.whole) || wanted.find === wanted.replaceBy}
          >
            {t('replace.all')}
          </Button>
          <output className={classes.hint}>{said}</output>
        </div>
      </Stack>
    </form>
  )
}
