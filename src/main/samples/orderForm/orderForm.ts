import type { Services } from '../../../shared/contract/contract.ts'
import {
  defaultOrderForm,
  type OrderForm,
  orderFormSchema,
} from '../../../shared/domain/samples/orderForm.ts'
import type { Clock, Database } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import { type SendAs, withSentNames } from '../orders/orderBody.ts'

export type OrderForms = Services['orderForm'] & {
  /** The form in force, with the names that are really sent. */
  form(): Promise<OrderForm>
}

/** The fields of this profile's orders; those of the conventions where nobody has set others. */
export function createOrderForm({
  journal,
  clock,
  names,
}: {
  journal: Database<JournalSchema>
  clock: Clock
  /** Names set for the profile, for fields that the form sends under their own. */
  names: () => SendAs
}): OrderForms {
  const get = async (): Promise<{ form: OrderForm; isDefault: boolean }> => {
    const row = await journal.query.selectFrom('order_form').select('content').executeTakeFirst()
    if (!row) return { form: defaultOrderForm, isDefault: true }
    return { form: orderFormSchema.parse(JSON.parse(row.content)), isDefault: false }
  }
  return {
    get,
    form: async () => withSentNames((await get()).form, names()),
    async set({ form }) {
      if (form === null) {
        await journal.query.deleteFrom('order_form').execute()
        return get()
      }
      // What checks the cells of an import is needed nowhere else here.
      const { requireUsableForm } = await import('./usableForm.ts')
      requireUsableForm(form)
      const stored = { content: JSON.stringify(form), changed_at: new Date(clock.now()).toISOString() }
      await journal.query
        .insertInto('order_form')
        .values({ one: 1, ...stored })
        .onConflict((conflict) => conflict.column('one').doUpdateSet(stored))
        .execute()
      return get()
    },
  }
}
