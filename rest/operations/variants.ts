import { graphql } from '../graphql.ts';
import { VariantParts } from '../presenters/variant.ts';

export const Variants = graphql(
  `
    query Variants(
      $product: ProductBy
      $filter: VariantFilter
      $sort: [VariantSort!]
      $page: Int
      $perPage: Int
      $showDeleted: Boolean
    ) {
      variants(
        product: $product
        filter: $filter
        sort: $sort
        page: $page
        perPage: $perPage
        showDeleted: $showDeleted
      ) {
        nodes {
          ...VariantParts
        }
        count
        totalCount
        pages
        currentPage
        perPage
      }
    }
  `,
  [VariantParts],
);

export const VariantById = graphql(
  `
    query VariantById($by: VariantBy!, $product: ProductBy, $showDeleted: Boolean) {
      variant(by: $by, product: $product, showDeleted: $showDeleted) {
        ...VariantParts
        updatedAt
        lockVersion
      }
    }
  `,
  [VariantParts],
);

export const CreateVariant = graphql(
  `
    mutation CreateVariant($product: ProductBy!, $input: CreateVariantInput!) {
      createVariant(product: $product, input: $input) {
        variant {
          ...VariantParts
          updatedAt
          lockVersion
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [VariantParts],
);

export const UpdateVariant = graphql(
  `
    mutation UpdateVariant(
      $product: ProductBy!
      $by: VariantBy!
      $input: UpdateVariantInput!
      $ifVersion: Int
    ) {
      updateVariant(product: $product, by: $by, input: $input, ifVersion: $ifVersion) {
        variant {
          ...VariantParts
          updatedAt
          lockVersion
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [VariantParts],
);

export const DeleteVariant = graphql(`
  mutation DeleteVariant($product: ProductBy!, $by: VariantBy!) {
    deleteVariant(product: $product, by: $by) {
      variant {
        id
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`);
