/** The JUnit file with plain names for the properties of a test: `requirement`, `level`, `section`, `industry`. */
export function plainProperties(junit: string): string {
  return junit.replaceAll('<property name="@allure.label.', '<property name="');
}
