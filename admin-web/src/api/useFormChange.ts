import { useState } from 'react'
import { useStaffChange } from './useStaffChange'

type FieldErrors = Readonly<Partial<Record<string, string>>>

/**
 * A change from a form. `errors` are the sentences beside its fields, from the server or from `check`;
 * `problem` is what belongs to no field, so nothing is said twice.
 *
 * @param renewed what to fetch again afterwards, as `useStaffChange` takes it
 * @param codes refusals that are about one field: code → field
 */
export function useFormChange(
  renewed: readonly string[] = [],
  codes: Readonly<Record<string, string>> = {},
) {
  const { problem, fieldErrors, refusal, ...change } = useStaffChange(...renewed)
  const [wrong, setWrong] = useState<FieldErrors>({})
  const field = refusal ? codes[refusal.code] : undefined
  const errors: FieldErrors = {
    ...fieldErrors,
    ...(field && problem && { [field]: problem }),
    ...wrong,
  }

  /** Shows what is wrong without asking the server; answers whether nothing is. */
  function check(problems: FieldErrors): boolean {
    setWrong(problems)
    return isEmpty(problems)
  }

  return { ...change, refusal, check, errors, problem: isEmpty(errors) ? problem : null }
}

const isEmpty = (errors: FieldErrors): boolean => Object.keys(errors).length === 0
