import { Button, CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Copied } from '../../../shared/format/copyTable.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import classes from './lists.module.css'
import type { Choice } from './useChoice.ts'
import { mostCompared } from './view.ts'

type Props = {
  choice: Choice
  compare(drugIds: string[]): void
  copied(): Copied
  /** The button that chooses the columns. */
  columns: ReactNode
  save: { pending: boolean; run(): void }
  takeOut: { pending: boolean; run(): void }
}

/** What can be done with the drugs of a list: find, compare, export and take out those that are ticked. */
export function MemberTools({ choice, compare, copied, columns, save, takeOut }: Props) {
  const { t } = useTranslation('lists')
  const { ticked, setTicked } = choice
  const comparable = ticked.size >= 2 && ticked.size <= mostCompared
  return (
    <div className={classes.tools} role="search">
      <Filter text={choice.text} setText={choice.setText} />
      <Tool
        disabled={!comparable}
        title={comparable ? undefined : t('compareHint', { most: mostCompared })}
        onClick={() => compare([...ticked])}
      >
        {t('compare')}
      </Tool>
      <Tool loading={save.pending} onClick={save.run}>
        {ticked.size > 0 ? t('exportTicked', { count: ticked.size }) : t('export')}
      </Tool>
      {columns}
      <CopyAs inTools read={copied} />
      <Tool
        disabled={ticked.size === 0}
        title={ticked.size === 0 ? t('tickFirst') : undefined}
        loading={takeOut.pending}
        onClick={takeOut.run}
      >
        {t('takeOut')}
      </Tool>
      {ticked.size > 0 && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setTicked(new Set())}>
          {t('ticked', { count: ticked.size })} ✕
        </Button>
      )}
    </div>
  )
}

function Filter({ text, setText }: Pick<Choice, 'text' | 'setText'>) {
  const { t } = useTranslation('lists')
  return (
    <TextInput
      size="xs"
      className={classes.filter ?? ''}
      aria-label={t('filter')}
      placeholder={t('filter')}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        text && <CloseButton size="xs" aria-label={t('clearFilter')} onClick={() => setText('')} />
      }
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  )
}

type ToolProps = {
  children: ReactNode
  onClick(): void
  disabled?: boolean
  loading?: boolean
  title?: string | undefined
}

function Tool({ children, title, ...more }: ToolProps) {
  return (
    <span title={title}>
      <Button size="xs" variant="default" {...more}>
        {children}
      </Button>
    </span>
  )
}
