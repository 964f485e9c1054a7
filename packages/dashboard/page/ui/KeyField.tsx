import { Field, Input } from "./basics.tsx"

/** Takes a key that somebody found, and shows it to nobody. */
export const KeyField = ({
  hint,
  label,
  set,
  value
}: {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly set: (value: string) => void
}) => (
  <Field label={label} hint={hint}>
    {(ids) => (
      <Input
        {...ids}
        type="password"
        required
        autoComplete="off"
        maxLength={200}
        value={value}
        onChange={(event) => set(event.target.value)}
      />
    )}
  </Field>
)
