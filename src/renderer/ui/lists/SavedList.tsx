import { Group } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NameForm } from '../forms/NameForm.tsx'
import { IconButton } from '../IconButton.tsx'
import { Hint } from '../panes/Section.tsx'
import classes from './SavedList.module.css'

/** The kinds of items that users save under a name. */
type SavedKind = 'view' | 'search' | 'comparison'

type Props<Saved> = {
  kind: SavedKind
  /** The saved items, with unique names; left out while they load. */
  saved: readonly Saved[] | undefined
  titleOf(saved: Saved): string
  /** Hides saving, renaming and removing. */
  readOnly?: boolean
  /** The reason why the current state cannot be saved; null if it can. */
  disabledReason: string | null
  save(name: string): void
  open(saved: Saved): void
  rename(saved: Saved, name: string): void
  remove(saved: Saved): void
  /** Failures of these actions. */
  children: ReactNode
}

export function SavedList<Saved extends { name: string }>(props: Props<Saved>) {
  const {
    kind,
    saved,
    titleOf,
    readOnly = false,
    disabledReason,
    save,
    open,
    rename,
    remove,
    children,
  } = props
  const { t } = useTranslation('ui', { keyPrefix: 'saved' })
  return (
    <>
      {!readOnly && (
        <NameForm
          label={t(`${kind}.name`)}
          action={t('save')}
          disabled={disabledReason !== null}
          submit={save}
        />
      )}
      {disabledReason !== null && <Hint mt="sm">{disabledReason}</Hint>}
      {children}
      {saved?.length === 0 && <Hint mt="sm">{t(`${kind}.none`)}</Hint>}
      <ul className={classes.list}>
        {saved?.map((one) => (
          <Line
            key={one.name}
            name={one.name}
            title={titleOf(one)}
            readOnly={readOnly}
            open={() => open(one)}
            rename={(name) => rename(one, name)}
            remove={() => remove(one)}
          />
        ))}
      </ul>
    </>
  )
}

type LineProps = {
  name: string
  title: string
  readOnly: boolean
  open(): void
  rename(name: string): void
  remove(): void
}

function Line({ name, title, readOnly, open, rename, remove }: LineProps) {
  const { t } = useTranslation('ui', { keyPrefix: 'saved' })
  const [isRenaming, setIsRenaming] = useState(false)
  if (isRenaming)
    return (
      <li>
        <NameForm
          label={t('rename', { name })}
          action={t('save')}
          name={name}
          submit={(newName) => {
            setIsRenaming(false)
            rename(newName)
          }}
        />
      </li>
    )
  return (
    <Group component="li" gap="xs" wrap="nowrap">
      <button type="button" className={classes.open} title={title} onClick={open}>
        {name}
      </button>
      {!readOnly && (
        <>
          <IconButton icon={IconPencil} label={t('rename', { name })} onClick={() => setIsRenaming(true)} />
          <IconButton icon={IconTrash} label={t('remove', { name })} onClick={remove} />
        </>
      )}
    </Group>
  )
}
