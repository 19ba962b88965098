import type { OrderForm } from '../../shared/domain/orderForm.ts'
import type { OrderFields } from '../../shared/domain/sample.ts'

/** Our name of a field -> the name it is sent under. */
export type SendAs = Readonly<Record<string, string>>

export const toSendAs = (form: OrderForm): SendAs =>
  Object.fromEntries(form.map(({ field, sendAs }) => [field, sendAs]))

/** An order under the names that its form gives the fields; those of no form stay as they are. */
export const toSentNames = (fields: OrderFields, sendAs: SendAs): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      value === undefined ? [] : [[Object.hasOwn(sendAs, field) ? (sendAs[field] ?? field) : field, value]],
    ),
  )
