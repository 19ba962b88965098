import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { NameForm } from '../forms/NameForm.tsx'
import classes from './SavedList.module.css'

type Props<Saved> = {
  /** The saved items, with unique names; left out while they load. */
  saved: readonly Saved[] | undefined
  /** Returns the tooltip of an item. */
  titleOf(saved: Saved): string
  /** Hides saving, renaming and removing. */
  readOnly?: boolean
  /** The reason why the current state cannot be saved; null if it can. */
  disabledReason: string | null
  words: {
    name: string
    save: string
    none: string
    rename(name: string): string
    remove(name: string): string
  }
  save(name: string): void
  open(saved: Saved): void
  rename(saved: Saved, name: string): void
  remove(saved: Saved): void
  /** Failures of these actions. */
  children: ReactNode
}

/** A list of named items: saves the current state and opens, renames and removes items. */
export function SavedList<Saved extends { name: string }>(props: Props<Saved>) {
  const {
    saved,
    titleOf,
    readOnly = false,
    disabledReason,
    words,
    save,
    open,
    rename,
    remove,
    children,
  } = props
  return (
    <>
      {!readOnly && (
        <NameForm label={words.name} action={words.save} disabled={disabledReason !== null} submit={save} />
      )}
      {disabledReason !== null && <p className={classes.note}>{disabledReason}</p>}
      {children}
      {saved?.length === 0 && <p className={classes.note}>{words.none}</p>}
      <ul className={classes.list}>
        {saved?.map((one) => (
          <Line
            key={one.name}
            name={one.name}
            title={titleOf(one)}
            readOnly={readOnly}
            words={words}
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
  words: Props<unknown>['words']
  open(): void
  rename(name: string): void
  remove(): void
}

function Line({ name, title, readOnly, words, open, rename, remove }: LineProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  if (isRenaming)
    return (
      <li>
        <NameForm
          label={words.rename(name)}
          action={words.save}
          name={name}
          submit={(newName) => {
            setIsRenaming(false)
            rename(newName)
          }}
        />
      </li>
    )
  return (
    <li className={classes.row}>
      <button type="button" className={classes.open} title={title} onClick={open}>
        {name}
      </button>
      {!readOnly && (
        <>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={words.rename(name)}
            onClick={() => setIsRenaming(true)}
          >
            <IconPencil size={14} stroke={1.5} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={words.remove(name)}
            onClick={remove}
          >
            <IconTrash size={14} stroke={1.5} aria-hidden />
          </ActionIcon>
        </>
      )}
    </li>
  )
}
